import type { Statement, Word } from "unbash";

/** One program and its words, all of characters that have no special meaning in a shell. */
const PLAIN = /^[\w@%+,./:-]+(?: [\w@%+,./:][\w@%+,./:-]*| -[\w@%+,./:=-]*)*$/;
/** Words that the shell grammar treats specially at the start of a line, or together with what follows. */
const SPECIAL = new Set(
  (
    "if then else elif fi do done for while until in case esac function select coproc time " +
    "export declare local readonly typeset let alias"
  ).split(" "),
);

/** The parsed form of a line that needs no real parser; undefined for all others. Every second line is this simple. */
export function plainStatements(line: string): readonly Statement[] | undefined {
  if (!PLAIN.test(line)) return undefined;
  let at = 0;
  const [name, ...args] = line.split(" ").map((text) => {
    const pos = at;
    at += text.length + 1;
    return { type: "Word", text, value: text, pos, end: pos + text.length, parts: undefined } as unknown as Word;
  });
  if (!name || SPECIAL.has(name.text)) return undefined;
  const command = { type: "Command", pos: 0, end: line.length, name, prefix: [], suffix: args, args, redirects: [] };
  return [{ type: "Statement", pos: 0, end: line.length, command } as unknown as Statement];
}
