import { element } from "./dom.js";

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
        element("span", { class: "hidden" }, ` ${command}`),
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

/**
 * The commands that know a case by its id.
 * @param {string} id
 * @returns {Told[]}
 */
export function caseCommands(id) {
  return [
    ["Everything that led to it:", `cox why ${id}`],
    ["It is right:", `cox feedback ${id} right`],
    ["It is wrong:", `cox feedback ${id} wrong`],
  ];
}

/**
 * The command that reads a turn again, of which nothing is kept.
 * @param {{ path: string, turn: number }} row
 * @returns {Told[]}
 */
export function turnCommands({ path, turn }) {
  const file = /^[\w@%+=:,./#-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return [["To look at it:", `cox check ${file} --turn ${turn}`]];
}
