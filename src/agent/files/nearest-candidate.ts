export interface Candidate {
  readonly rows: readonly string[];
  readonly onlySpaces: boolean;
}

const MAX_ROWS = 20;
const MAX_ROW_CHARACTERS = 200;
/** In files with more lines than this, nothing is suggested, because comparing is expensive. */
const MAX_LINES = 50_000;

/** The place that a model probably meant when the text it wants to replace is not in the file. */
export function nearestCandidate(text: string, wanted: string): Candidate | undefined {
  const lines = text.split(/\r?\n/);
  const sought = trimBlank(wanted.split(/\r?\n/));
  if (sought.length === 0 || lines.length > MAX_LINES) return undefined;
  const bare = lines.map(withoutSpaces);
  const soughtBare = sought.map(withoutSpaces);
  const same = bare.findIndex((_, index) => soughtBare.every((line, offset) => bare[index + offset] === line));
  if (same !== -1) return { rows: rowsOf(lines, same, sought.length), onlySpaces: true };
  const best = mostEqualLines(bare, soughtBare) ?? mostAlikeLine(lines, sought);
  return best === undefined ? undefined : { rows: rowsOf(lines, best, sought.length), onlySpaces: false };
}

function mostEqualLines(bare: readonly string[], sought: readonly string[]): number | undefined {
  const offsets = new Map<string, number[]>();
  for (const [offset, line] of sought.entries())
    if (line.length > 2) offsets.set(line, [...(offsets.get(line) ?? []), offset].slice(0, 20));
  const votes = new Map<number, number>();
  for (const [index, line] of bare.entries())
    for (const offset of offsets.get(line) ?? []) votes.set(index - offset, (votes.get(index - offset) ?? 0) + 1);
  let best: number | undefined;
  for (const [start, count] of votes) {
    const most = best === undefined ? 0 : (votes.get(best) ?? 0);
    if (count > most || (count === most && best !== undefined && start < best)) best = start;
  }
  return best === undefined ? undefined : Math.max(0, best);
}

function mostAlikeLine(lines: readonly string[], sought: readonly string[]): number | undefined {
  const [offset, probe] = longest(sought);
  let best: number | undefined;
  let most = 0.5;
  for (const [index, line] of lines.entries()) {
    const likeness = similarity(probe, line.trim().slice(0, MAX_ROW_CHARACTERS));
    if (likeness > most) {
      most = likeness;
      best = index;
    }
  }
  return best === undefined ? undefined : Math.max(0, best - offset);
}

function longest(lines: readonly string[]): [offset: number, line: string] {
  let found: [number, string] = [0, ""];
  for (const [offset, line] of lines.entries())
    if (line.trim().length > found[1].length) found = [offset, line.trim().slice(0, MAX_ROW_CHARACTERS)];
  return found;
}

function rowsOf(lines: readonly string[], start: number, count: number): string[] {
  return lines
    .slice(start, start + Math.min(count, MAX_ROWS))
    .map((line, index) => `${String(start + index + 1).padStart(6)}\t${line.slice(0, MAX_ROW_CHARACTERS)}`);
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function withoutSpaces(line: string): string {
  return line.replaceAll(/\s+/g, "");
}

export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  const pairs = pairsOf(left);
  const others = pairsOf(right);
  let shared = 0;
  for (const [pair, count] of pairs) shared += Math.min(count, others.get(pair) ?? 0);
  const total = Math.max(0, left.length - 1) + Math.max(0, right.length - 1);
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
