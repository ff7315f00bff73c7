import { commandList } from "../parts/commands.js";
import { element } from "../parts/dom.js";
import { errorIn } from "./ask.js";

const ADDRESS = "/v1/session";

/** Who reads here: what the token is called. Undefined where there is none. */
export async function whoReads() {
  const response = await fetch(ADDRESS).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { name, team } = await response.json();
  return { name: String(name), team: String(team) };
}

/**
 * The token goes to the service once, which keeps it in a cookie that no script can read. It never stands in an address.
 * @param {() => void} onOpen
 */
export function loginForm(onOpen) {
  const field = element("input", {
    id: "token",
    type: "password",
    class: "control",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "cox_…",
  });
  const problem = element("p", { class: "problem", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = await login(field.value);
    field.value = "";
    if (problem.textContent === "") onOpen();
    else field.focus();
  };
  return element(
    "form",
    { class: "login", submit: (event) => void submit(event) },
    element("h1", {}, "Open the dashboard"),
    element("p", {}, "It needs a token of scope “read”. The service printed one when it first started."),
    commandList([["This makes another, on the service’s machine:", "cox team token --scope read --name dashboard"]]),
    element("label", { for: "token" }, "Token"),
    field,
    element("button", { type: "submit", class: "control" }, "Open"),
    problem,
    element("p", { class: "note" }, "It is kept for thirty days, in a cookie that scripts cannot read."),
  );
}

/**
 * Empty when it worked.
 * @param {string} token
 * @returns {Promise<string>}
 */
async function login(token) {
  const response = await fetch(ADDRESS, { method: "POST", body: JSON.stringify({ token }) }).catch(() => undefined);
  if (!response) return "The service does not answer.";
  return response.ok ? "" : `Not opened: ${errorIn(await response.text())}.`;
}

/** @param {() => void} onClose */
export function closeButton(onClose) {
  const close = async () => {
    await fetch(ADDRESS, { method: "DELETE" }).catch(() => undefined);
    onClose();
  };
  return element("button", { type: "button", class: "control quiet", click: () => void close() }, "Sign out");
}
