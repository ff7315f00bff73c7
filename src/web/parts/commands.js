import { element, unseen } from "./dom.js";
/** @typedef {[words: string, command: string]} Told What a command is for, and how it is typed. */

/**
 * What can be done next, to be typed into a terminal. The page itself reaches nobody.
 * @param {readonly Told[]} commands
 */
export function commandList(commands) {
  return element(
    "ul",
    { class: "commands" },
    commands.map(([words, command]) => {
      const code = element("code", {}, command);
      const said = element("span", { class: "copied", role: "status" });
      const button = element(
        "button",
        { type: "button", class: "copy", click: () => void copy(code, said) },
        "Copy",
        unseen(` ${command}`),
      );
      return element("li", {}, element("span", { class: "for" }, words, " "), code, " ", button, " ", said);
    }),
  );
}

/**
 * Where a browser lets no page copy, the text is chosen, and the keyboard does the rest.
 * @param {HTMLElement} code
 * @param {HTMLElement} said
 */
async function copy(code, said) {
  getSelection()?.selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    said.textContent = "Copied";
  } catch {
    said.textContent = "Selected";
  }
}
