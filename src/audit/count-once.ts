import { isMadeFromBeginning } from "../hosts/reading/deltas.ts";
import type { AuditedFile } from "./audit.ts";
import type { TurnRecord } from "../session/record.ts";

export interface CountedTurn {
  readonly file: AuditedFile;
  readonly turn: TurnRecord;
  readonly at: string;
  readonly session: number;
}

export interface Counted {
  readonly turns: readonly CountedTurn[];
  readonly sessions: number;
  /** What was not counted: turns that another transcript also has, and transcripts without a turn of their own. */
  readonly copies: { readonly files: number; readonly turns: number };
}

/** Copies, forks and resumed sessions repeat turns; each is counted from the transcript that has most of it. */
export function countOnce(files: readonly AuditedFile[], wanted: (turn: CountedTurn) => boolean = () => true): Counted {
  const groups = groupsOf(files);
  const best = new Map<string, CountedTurn>();
  let all = 0;
  for (const [index, file] of files.entries()) {
    for (const turn of file.record.turns) {
      const counted = { file, turn, at: timeOf(file, turn), session: groups(index) };
      if (!wanted(counted)) continue;
      all += 1;
      const other = best.get(turn.key);
      if (!other || tellsMore(tellingOf(counted), tellingOf(other))) best.set(turn.key, counted);
    }
  }
  const turns = [...best.values()].sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  const telling = new Set(turns.map((turn) => turn.file));
  const repeating = files.filter((file) => file.record.turns.length > 0 && !telling.has(file));
  const silent = repeating.filter((file) => file.record.turns.every((turn) => best.has(turn.key)));
  return {
    turns,
    sessions: new Set(turns.map((turn) => turn.session)).size,
    copies: { files: silent.length, turns: all - turns.length },
  };
}

export interface Telling {
  readonly steps: number;
  readonly at: string;
  readonly path: string;
}

/** True when the first copy of a turn is counted, not the other. Code that shows a copy must show the counted one. */
export function tellsMore(one: Telling, other: Telling): boolean {
  const more = one.steps - other.steps;
  if (more !== 0) return more > 0;
  if (one.at !== other.at) return one.at < other.at;
  return one.path < other.path;
}

function tellingOf({ turn: { steps }, at, file: { path } }: CountedTurn): Telling {
  return { steps, at, path };
}

/** A time in the usual form, on a day that every month has: parsing and formatting it would give the same text. */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function timeOf({ mtimeMs }: AuditedFile, { at }: TurnRecord): string {
  if (at !== undefined && PLAIN_TIME.test(at)) return at;
  const stated = at === undefined ? Number.NaN : Date.parse(at);
  return new Date(Number.isNaN(stated) ? mtimeMs : stated).toISOString();
}

/** Gives each file the number of the first file that shares a turn with it. */
function groupsOf(files: readonly AuditedFile[]): (index: number) => number {
  const parents = files.map((_, index) => index);
  const first = new Map<string, number>();

  function root(index: number): number {
    const parent = parents[index] ?? index;
    if (parent === index) return index;
    const top = root(parent);
    parents[index] = top;
    return top;
  }

  function join(key: string, index: number): void {
    const other = first.get(key);
    if (other === undefined) first.set(key, index);
    else parents[root(index)] = root(other);
  }

  for (const [index, { record }] of files.entries()) {
    const { host, threadId } = record;
    if (!isMadeFromBeginning(host, threadId)) join(`session ${host} ${threadId}`, index);
    for (const turn of record.turns) if (turn.steps > 0) join(`turn ${turn.key}`, index);
  }
  return root;
}
