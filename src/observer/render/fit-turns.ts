import { summariseSteps, joinLines } from "./status.ts";
import type { Entry } from "./turn-entries.ts";

export interface TurnText {
  readonly number: number;
  readonly entries: readonly Entry[];
}

/** A record over its limit is shortened to this share of it at once, so that it can grow again for a while. */
const TARGET = 0.6;

/** The share of the limit in which the newest pieces of the running turn stay complete, however many they are. */
const RECENT = 0.35;

const GISTS = 0.05;

/** This many of the newest pieces are never shortened: they include the closing text and the ledger. */
const NEWEST = 3;

/** Laid out piece by piece and shortened in few, large steps: between them a provider's cache stays valid. */
export function fitTurns(turns: readonly TurnText[], limit: number): string {
  const layouts: Layout[] = [];
  let total = 0;
  for (const turn of turns) {
    const current = startLayout(turn);
    layouts.push(current);
    total += current.size;
    for (const entry of turn.entries) {
      current.shown += 1;
      current.size += entry.full.length + 1;
      total += entry.full.length + 1;
      if (total > limit) total = shorten(layouts, limit);
    }
  }
  return joinLines(...leaveOut(layouts));
}

/** The last turn whole; the one before it with its steps in short, and those before summed up. */
export function withEarlierInShort(turns: readonly TurnText[]): string {
  const layouts = turns.map((turn) => ({ ...startLayout(turn), shown: turn.entries.length }));
  const earlier = layouts.slice(0, -1);
  for (const layout of earlier) raise(layout, layout === earlier.at(-1) ? 1 : 2);
  return joinLines(...leaveOut(layouts));
}

export function wholeLength(turns: readonly TurnText[]): number {
  const entriesOf = ({ entries }: TurnText): number => entries.reduce((sum, { full }) => sum + full.length + 1, 0);
  return turns.reduce((sum, turn) => sum + headingOf(turn).length + 1 + entriesOf(turn), 0);
}

const NONE = Number.POSITIVE_INFINITY;

/** 0 everything · 1 steps in short · 2 summed up · 3 the person's words shortened · 4 left out */
type Level = 0 | 1 | 2 | 3 | 4;

interface Layout {
  readonly turn: TurnText;
  level: Level;
  shown: number;
  briefUntil: number;
  /** From this one on, those in short have their gist. */
  gistFrom: number;
  /** Entries before this one are only counted. */
  countedUntil: number;
  size: number;
}

function startLayout(turn: TurnText): Layout {
  return { turn, level: 0, shown: 0, briefUntil: 0, gistFrom: NONE, countedUntil: 0, size: headingOf(turn).length + 1 };
}

/** What decides least first: earlier turns all at once, then early steps of this one, then old words. */
function shorten(layouts: readonly Layout[], limit: number): number {
  const old = layouts.slice(0, -1);
  const current = layouts.slice(-1);
  const target = limit * TARGET;
  const total = (): number => layouts.reduce((sum, layout) => sum + layout.size, 0);
  for (const layout of current) giveGists(layout, 0);
  for (const layout of old) raise(layout, layout === old.at(-1) ? 1 : 2);
  const measures: (() => void)[] = [
    ...old.slice(-1).map((layout) => () => raise(layout, 2)),
    ...current.map((layout) => () => tellInShort(layout, total() - target, limit * RECENT)),
    ...old.map((layout) => () => raise(layout, 3)),
    ...old.slice(1).map((layout) => () => raise(layout, 4)),
    ...current.map((layout) => () => countOnly(layout, total() - target)),
    ...current.map((layout) => () => tellInShort(layout, total() - limit, 0)),
    ...current.map((layout) => () => countOnly(layout, total() - limit)),
  ];
  for (const measure of measures) {
    if (total() <= target) break;
    measure();
  }
  for (const layout of current) giveGists(layout, Math.min(limit * GISTS, limit - total()));
  return total();
}

function raise(layout: Layout, level: Level): void {
  if (layout.level >= level) return;
  layout.level = level;
  layout.size = textOf(layout).length + 1;
}

function tellInShort(layout: Layout, excess: number, keep: number): void {
  const { entries } = layout.turn;
  let surplus = excess;
  let inFull = entries.slice(layout.briefUntil, layout.shown).reduce((sum, { full }) => sum + full.length, 0);
  while (surplus > 0 && inFull > keep && layout.briefUntil < layout.shown - NEWEST) {
    const entry = entries[layout.briefUntil];
    if (!entry) break;
    surplus -= entry.full.length - entry.brief.length;
    inFull -= entry.full.length;
    layout.briefUntil += 1;
  }
  layout.size = textOf(layout).length + 1;
}

function countOnly(layout: Layout, excess: number): void {
  const { entries } = layout.turn;
  let surplus = excess;
  while (surplus > 0 && layout.countedUntil < layout.briefUntil) {
    const entry = entries[layout.countedUntil];
    if (!entry) break;
    if (entry.summary === undefined) surplus -= entry.brief.length + 1;
    layout.countedUntil += 1;
  }
  layout.size = textOf(layout).length + 1;
}

/** Gives the last shortened edits their gist, as far as the room allows. */
function giveGists(layout: Layout, room: number): void {
  const { entries } = layout.turn;
  let left = room;
  layout.gistFrom = NONE;
  for (let index = layout.briefUntil - 1; index >= layout.countedUntil; index -= 1) {
    const { brief = "", gist = brief } = entries[index] ?? {};
    left -= gist.length - brief.length;
    if (left < 0) break;
    layout.gistFrom = index;
  }
  layout.size = textOf(layout).length + 1;
}

/** The texts of the turns, with a note for turns that are missing: left out here, or never given. */
function leaveOut(layouts: readonly Layout[]): string[] {
  let last = 0;
  return layouts.flatMap((layout) => {
    if (layout.level === 4) return [];
    const { number } = layout.turn;
    const gap = number > last + 1 ? [leftOutLine(last + 1, number - 1)] : [];
    last = number;
    return [...gap, textOf(layout)];
  });
}

function leftOutLine(first: number, last: number): string {
  return first === last ? `(turn ${first} is left out)` : `(turns ${first} to ${last} are left out)`;
}

function textOf(layout: Layout): string {
  const entries = layout.turn.entries.slice(0, layout.shown);
  const heading = headingOf(layout.turn);
  switch (layout.level) {
    case 0: {
      const inShort = entries
        .slice(layout.countedUntil, layout.briefUntil)
        .map(({ brief, gist = brief }, index) => (index + layout.countedUntil < layout.gistFrom ? brief : gist));
      const inFull = entries.slice(layout.briefUntil).map((entry) => entry.full);
      return joinLines(heading, ...counted(entries.slice(0, layout.countedUntil), "brief"), ...inShort, ...inFull);
    }
    case 1: {
      const inShort = entries.slice(layout.countedUntil).map((entry) => entry.brief);
      return joinLines(heading, ...counted(entries.slice(0, layout.countedUntil), "brief"), ...inShort);
    }
    case 2:
      return joinLines(heading, ...counted(entries, "summary"));
    case 3:
      return joinLines(heading, ...entries.map((entry) => entry.minimal ?? ""));
    case 4:
      return "";
    default:
      return layout.level satisfies never;
  }
}

/** What people said stays; the steps between become one line of counts. */
function counted(entries: readonly Entry[], length: "brief" | "summary"): string[] {
  const texts: string[] = [];
  let steps: Entry[] = [];
  const flush = (): void => {
    if (steps.length > 0) texts.push(summariseSteps(steps.flatMap((entry) => (entry.step ? [entry.step] : []))));
    steps = [];
  };
  for (const entry of entries) {
    if (entry.summary === undefined) {
      if (entry.step) steps.push(entry);
      continue;
    }
    flush();
    texts.push(entry[length] ?? "");
  }
  flush();
  return texts;
}

function headingOf(turn: TurnText): string {
  return `# TURN ${turn.number}`;
}
