/** The indexes of import lines in the common languages, including imports over several lines. */
export function importedLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const end = ONE_LINE.test(line) ? index : endOfBlock(lines, index);
    for (let imported = index; imported <= end; imported += 1) found.add(imported);
    index = Math.max(index, end);
  }
  return found;
}

const ONE_LINE =
  /^(?:import (?!.*[({]\s*$).*|from \S+ import (?!\(\s*$).*|(?:pub )?use [^;]+;|#include\b.*|using [\w.= ]+;|package [\w.]+;?|(?:const|let|var) .+ = require\([^)]*\);?|(?:\} )?from ["'][^"']+["'];?)$/;

/** What begins and ends an import list with one name per line. */
const BLOCKS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^import \($/, /^\)$/],
  [/^from \S+ import \($/, /^\)$/],
  [/^import .*\{$/, /^\} from ["'][^"']+["'];?$/],
  [/^(?:pub )?use [^;]*\{$/, /^\};$/],
];

/** A line of such a list: a name, a path, or several. In a diff, anything may stand between the two ends. */
const MEMBER = /^(?:\/\/.*|#.*|(?:[\w.]+ )?"[^"]+"|[\w$:{}, *]*)$/;

/** No import list is longer. */
const LONGEST_BLOCK = 80;

/** The last line of the list that begins here; -1 when none begins or its end is not seen. */
function endOfBlock(lines: readonly string[], start: number): number {
  const block = BLOCKS.find(([begin]) => begin.test(lines[start] ?? ""));
  if (!block) return -1;
  const length = lines.slice(start + 1, start + LONGEST_BLOCK).findIndex((line) => block[1].test(line));
  const isList = lines.slice(start + 1, start + 1 + length).every((line) => MEMBER.test(line.trim()));
  return length === -1 || !isList ? -1 : start + 1 + length;
}
