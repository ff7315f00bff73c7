import { NameList } from "../../name-list.ts";
import type { Statement, Word } from "unbash";

/** One program and its words, of letters that mean nothing to a shell. */
const PLAIN = /^[\w@%+,./:-]+(?: [\w@%+,./:][\w@%+,./:-]*| -[\w@%+,./:=-]*)*$/;
/** Words that a grammar reads otherwise at the beginning of a line, or together with what follows. */
const SPECIAL = new NameList(
  "if then else elif fi do done for while until in case esac function select coproc time " +
    "export declare local readonly typeset let alias",
);

/** What the grammar makes of a line that hardly needs one; nothing for all others. Every second line is like this. */
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
