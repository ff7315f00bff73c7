import { readFileSync, writeFileSync } from "node:fs";
import { configJsonSchema, allKeys, type PlacedKey } from "../src/config/keys.ts";
import { POLICY_RULES } from "../src/config/policy.ts";
import { FINDINGS } from "../src/evidence/judge.ts";

export const SCHEMA_FILE = new URL("../schema/coxswain.schema.json", import.meta.url);
/** Pages with tables that are generated from the code. */
export const TABLES = [
  { file: new URL("../docs/configuration.md", import.meta.url), name: "keys", table: keyTable },
  { file: new URL("../docs/team.md", import.meta.url), name: "policy", table: policyTable },
  { file: new URL("../docs/findings.md", import.meta.url), name: "findings", table: findingTable },
] as const;

export function renderSchema(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

/** The page with its tables replaced; the text around them stays. */
export function renderPage(page: string, { name, table }: (typeof TABLES)[number]): string {
  const opening = `<!-- ${name}: written by npm run schema -->`;
  const start = page.indexOf(opening);
  const end = page.indexOf(`<!-- end of ${name} -->`);
  if (start === -1 || end < start) throw new Error(`the page needs the line ${opening} and one that ends it`);
  return `${page.slice(0, start + opening.length)}\n${table().join("\n")}\n\n${page.slice(end)}`;
}

/** A large group that is seldom set: it gets a table of its own, after all others. */
const LIMITS = "agent.limits";

/** One table for each group of keys. */
function keyTable(): string[] {
  const groups = Map.groupBy(allKeys().values(), ({ path }) =>
    path.startsWith(`${LIMITS}.`) ? LIMITS : path.replace(/\..*/, ""),
  );
  const sections = [...groups].toSorted(([left], [right]) => Number(left === LIMITS) - Number(right === LIMITS));
  return sections.flatMap(([name, keys]) =>
    section(`\`${name}\``, ["key", "default", "takes", "project", "meaning"], keys.map(keyCells)),
  );
}

/** What a team's policy may hold, and which of two values counts. */
function policyTable(): string[] {
  const rows = Object.entries(POLICY_RULES).map(([path, rule]) => {
    const words = Array.isArray(rule) ? rule.map((value) => `\`${value}\``).join(" or ") : COUNTS[String(rule)];
    return [`\`${path}\``, words ?? ""];
  });
  return ["", row(["key", "what counts"]), "|---|---|", ...rows.map(row)];
}

const COUNTS: Readonly<Record<string, string>> = {
  larger: "the larger of both",
  smaller: "the smaller of both",
  all: "the entries of both",
  yours: "a person's own, else the team's",
};

/** One table for each category, in the order of the rules. */
function findingTable(): string[] {
  return [...Map.groupBy(FINDINGS, ({ category }) => category)].flatMap(([category, rules]) =>
    section(
      `\`${category}\``,
      ["finding", "is called", "what is wrong"],
      rules.map(({ id, title, meaning }) => [`\`${id}\``, title, meaning]),
    ),
  );
}

function section(heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return ["", `### ${heading}`, "", row(columns), `|${"---|".repeat(columns.length)}`, ...rows.map(row)];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

const PROJECT = { any: "yes", trusted: "trusted", own: "no" } as const;

function keyCells(key: PlacedKey): string[] {
  const also = key.narrows ? ", else only stricter" : "";
  return [`\`${key.path}\``, defaultOf(key), key.kind.allowed, PROJECT[key.scope] + also, key.description];
}

function defaultOf({ fallback, fallbackText, kind }: PlacedKey): string {
  if (fallbackText !== undefined) return fallbackText;
  if (kind.entry)
    return (
      Object.keys(Object(fallback))
        .map((name) => `\`${name}\``)
        .join(", ") || "none"
    );
  return `\`${typeof fallback === "string" ? fallback : JSON.stringify(fallback)}\``;
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILE, renderSchema());
  for (const each of TABLES) writeFileSync(each.file, renderPage(readFileSync(each.file, "utf8"), each));
}
