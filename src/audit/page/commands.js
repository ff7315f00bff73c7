/** @import { Told } from "../../web/parts/commands.js" */

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
