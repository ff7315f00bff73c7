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
  const steps = shortestEdit(before.slice(start, beforeEnd), after.slice(start, afterEnd), mostEdits);
  return steps === undefined ? [whole] : joinSteps(steps, start);
}

interface EditStep {
  readonly type: "remove" | "insert";
  readonly before: number;
  readonly after: number;
}

function shortestEdit(before: readonly string[], after: readonly string[], mostEdits: number): EditStep[] | undefined {
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

function traceBack(rounds: readonly Int32Array[], beforeLength: number, afterLength: number): EditStep[] {
  const steps: EditStep[] = [];
  let x = beforeLength;
  let y = afterLength;
  for (const [edits, round] of [...rounds.entries()].reverse()) {
    if (edits === 0) break;
    const offset = edits + 1;
    const diagonal = x - y;
    const down = stepsDown(round, offset, diagonal, edits);
    const previous = down ? diagonal + 1 : diagonal - 1;
    x = at(round, offset + previous);
    y = x - previous;
    steps.push({ type: down ? "insert" : "remove", before: x, after: y });
  }
  return steps.reverse();
}

function stepsDown(furthest: Int32Array, offset: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(furthest, offset + diagonal - 1) < at(furthest, offset + diagonal + 1);
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}

function joinSteps(steps: readonly EditStep[], start: number): LineChange[] {
  const changes: LineChange[] = [];
  for (const step of steps) {
    const last = changes.at(-1);
    const before = step.before + start;
    const after = step.after + start;
    const grow = step.type === "remove" ? { removed: 1, inserted: 0 } : { removed: 0, inserted: 1 };
    if (last && last.before + last.removed === before && last.after + last.inserted === after)
      changes[changes.length - 1] = {
        ...last,
        removed: last.removed + grow.removed,
        inserted: last.inserted + grow.inserted,
      };
    else changes.push({ before, after, ...grow });
  }
  return changes;
}
