/**
 * A row of a view. What stands in it is read by the functions below, never trusted.
 * @typedef {Readonly<Record<string, unknown>>} Row
 * @typedef {{ rows: readonly Row[], next?: string | undefined }} View
 * @typedef {{ type: "views", views: Readonly<Record<string, View>>, same: string }
 *   | { type: "closed" }
 *   | { type: "failed", why: string, again: boolean }} Answer
 */

/** A view that takes longer is not waited for. */
const TIMEOUT_MS = 20_000;

/**
 * All views of a page, or why not.
 * @param {Readonly<Record<string, string>>} addresses
 * @returns {Promise<Answer>}
 */
export async function ask(addresses) {
  try {
    const answers = await Promise.all(Object.entries(addresses).map(([name, address]) => askOne(name, address)));
    const failed = answers.find(({ status }) => status !== 200);
    if (failed?.status === 401) return { type: "closed" };
    if (failed) return { type: "failed", why: errorIn(failed.text), again: failed.status >= 429 };
    const views = answers.map(({ name, text }) => [name, viewIn(text)]);
    return { type: "views", views: Object.fromEntries(views), same: answers.map(({ text }) => text).join("\n") };
  } catch {
    return { type: "failed", why: "the service does not answer", again: true };
  }
}

/**
 * @param {string} name
 * @param {string} address
 */
async function askOne(name, address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { name, status: response.status, text: await response.text() };
}

/**
 * @param {string} text
 * @returns {View}
 */
function viewIn(text) {
  const { rows, next } = JSON.parse(text);
  return { rows: Array.isArray(rows) ? rows : [], next: typeof next === "string" ? next : undefined };
}

/**
 * What the service says was wrong.
 * @param {string} text
 */
export function errorIn(text) {
  try {
    return String(JSON.parse(text).error);
  } catch {
    return "the service gave an answer that is none";
  }
}

/**
 * @param {Row | undefined} row
 * @param {string} name
 */
export function number(row, name) {
  return orNull(row, name) ?? 0;
}

/**
 * @param {Row | undefined} row
 * @param {string} name
 */
export function orNull(row, name) {
  const value = row?.[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/**
 * @param {Row | undefined} row
 * @param {string} name
 */
export function text(row, name) {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
}
