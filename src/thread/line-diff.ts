/** A differing run of lines: `removed` lines from `before` on are replaced by `inserted` lines from `after` on. */
export interface LineChange {
  readonly before: number;
  readonly removed: number;
  readonly after: number;
  readonly inserted: number;
}

/** With more differing lines than this, the middle is replaced as a whole: correct, but less precise. */
const MAX_EDITS = 1_000;

/** The lines that differ between two texts, in order (Myers: the fewest lines removed and inserted). */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  mostEdits: number = MAX_EDITS,
): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--;
    afterEnd--;
  }
  if (start === beforeEnd && start === afterEnd) return [];
  const whole = { before: start, removed: beforeEnd - start, after: start, inserted: afterEnd - start };
  if (whole.removed === 0 || whole.inserted === 0) return [whole];
  const changes = shortestEdit(before.slice(start, beforeEnd), after.slice(start, afterEnd), mostEdits);
  return (
    changes?.map((change) => ({ ...change, before: change.before + start, after: change.after + start })) ?? [whole]
  );
}

function shortestEdit(
  before: readonly string[],
  after: readonly string[],
  mostEdits: number,
): LineChange[] | undefined {
  const reach = Math.min(before.length + after.length, mostEdits);
  const offset = reach + 1;
  const furthest = new Int32Array(2 * reach + 3);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= reach; edits++) {
    rounds.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepsDown(furthest, offset, diagonal, edits)
        ? at(furthest, offset + diagonal + 1)
        : at(furthest, offset + diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      furthest[offset + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return traceBack(rounds, before.length, after.length);
    }
  }
  return undefined;
}

function traceBack(rounds: readonly Int32Array[], beforeLength: number, afterLength: number): LineChange[] {
  const changes: LineChange[] = [];
  let x = beforeLength;
  let y = afterLength;
  for (const [edits, round] of [...rounds.entries()].slice(1).reverse()) {
    const offset = edits + 1;
    const diagonal = x - y;
    const [inserted, removed] = stepsDown(round, offset, diagonal, edits) ? [1, 0] : [0, 1];
    const previous = diagonal + inserted - removed;
    x = at(round, offset + previous);
    y = x - previous;
    const behind = changes.at(-1);
    const joins = behind?.before === x + removed && behind.after === y + inserted ? changes.pop() : undefined;
    changes.push({
      before: x,
      removed: removed + (joins?.removed ?? 0),
      after: y,
      inserted: inserted + (joins?.inserted ?? 0),
    });
  }
  return changes.reverse();
}

function stepsDown(furthest: Int32Array, offset: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(furthest, offset + diagonal - 1) < at(furthest, offset + diagonal + 1);
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}
