import type { CheckKind } from "../evidence/record/check-run.ts";
import { familyOf } from "../evidence/record/covers.ts";
import { checksOf } from "../evidence/record/find-checks.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Habits } from "./habits.ts";
import TEMPLATES from "./templates.json" with { type: "json" };
import type { WrittenRules } from "./written-rules.ts";

/** What is known of a project, from which a definition of done can be proposed. */
export interface Known {
  /** The commands that the project itself names, and where. */
  readonly project: readonly Found[];
  /** What its CI runs. */
  readonly workflows: readonly Found[];
  readonly guidance: readonly { readonly file: string; readonly rules: WrittenRules }[];
  readonly habits: Habits;
}

export interface Found {
  readonly command: string;
  readonly kind: CheckKind;
  readonly source: string;
}

/** A rule as a configuration holds it, with what speaks for it. */
export interface ProposedRule<Rule> {
  readonly rule: Rule;
  readonly because: readonly string[];
}

export interface Proposal {
  readonly ran: readonly ProposedRule<{ readonly command: string; readonly when?: string }>[];
  readonly never: {
    readonly paths: readonly ProposedRule<string>[];
    readonly commands: readonly ProposedRule<string>[];
  };
}

export type World = keyof typeof TEMPLATES;
export const WORLDS = Object.keys(TEMPLATES) as World[];

export function templateOf(world: World) {
  return TEMPLATES[world].done;
}

export function marksOf(world: World): readonly string[] {
  return TEMPLATES[world].marks;
}

/** A habit counts from so many turns on, and from this share of those that could have had it. */
const FEWEST_TURNS = 3;
const SHARE = 0.3;
/** What is put forward has to be read. */
const MOST_RAN = 6;
const KINDS: readonly CheckKind[] = ["test", "typecheck", "lint", "build"];

/** One rule for each kind of check and language: what is written down first, then what really ran, then what is there. */
export function propose({ project, workflows, guidance, habits }: Known): Proposal {
  const written = guidance.flatMap(({ file, rules }) =>
    rules.run.map(({ command, kind, line }) => ({ command, kind, because: `${file}:${line} asks for it` })),
  );
  const usual = habits.habits
    .filter(({ ran, of }) => ran >= FEWEST_TURNS && ran >= SHARE * of)
    .map(({ ran, of, ...habit }) => ({ ...habit, because: `it ran in ${ran} of ${of} turns that changed such code` }));
  const there = [...project, ...workflows].map(({ source, ...found }) => ({ ...found, because: source }));
  // With a history, what nobody ever runs is not asked for, but for the tests.
  const hasHistory = habits.turns >= FEWEST_TURNS;
  const wanted: readonly Candidate[] = [
    ...written,
    ...usual,
    ...there.filter(({ kind }) => !hasHistory || kind === "test"),
  ];
  const ran = new Map<string, { command: string; when: string; because: string[] }>();
  for (const candidate of wanted) {
    if (!KINDS.includes(candidate.kind)) continue;
    const when = codeOf(candidate, habits);
    const key = `${candidate.kind} ${when}`;
    const same = [...ran.values()].find(({ command }) => command === candidate.command);
    const known = ran.get(key);
    // One command asked for everywhere is asked for in each folder.
    if (same && (same.when === when || same.when.startsWith("**/"))) same.because.push(candidate.because);
    else if (!known) ran.set(key, { command: candidate.command, when, because: [candidate.because] });
  }
  const rules = [...ran.values()].slice(0, MOST_RAN);
  return {
    ran: rules.map(({ command, when, because }) => ({ rule: { command, when }, because })),
    never: {
      paths: once(guidance, ({ neverTouch }) => neverTouch.map(({ path, line }) => [path, line])),
      commands: once(guidance, ({ neverRun }) => neverRun.map(({ command, line }) => [command, line])),
    },
  };
}

type Candidate = Pick<Found, "command" | "kind"> & { readonly directory?: string; readonly because: string };

/** The files that a command is about: of its language where it has one, else of the code that is really changed. */
function codeOf({ command, directory }: Candidate, { endings }: Habits): string {
  const place = directory === undefined ? "" : `${directory}/`;
  const check = parseCommandLine(command).flatMap(checksOf)[0];
  const family = check && familyOf(check.runner);
  const world = family && WORLDS.find((each) => endingsIn(TEMPLATES[each].code).some((ending) => family.has(ending)));
  if (world) return `${place}${TEMPLATES[world].code}`;
  const code = (family ? [...family] : endings).filter((ending) => endings.includes(ending));
  return `${place}**/${inBraces((code.length > 0 ? code : endings).slice(0, MOST_ENDINGS))}`;
}

const MOST_ENDINGS = 8;

function inBraces(endings: readonly string[]): string {
  if (endings.length === 0) return "*";
  return endings.length === 1 ? `*.${endings[0]}` : `*.{${endings.join(",")}}`;
}

function endingsIn(glob: string): readonly string[] {
  return (/\{(.*)\}$/.exec(glob)?.[1] ?? /\.(\w+)$/.exec(glob)?.[1] ?? "").split(",");
}

function once(
  guidance: Known["guidance"],
  pick: (rules: WrittenRules) => readonly (readonly [string, number])[],
): readonly ProposedRule<string>[] {
  const found = new Map<string, string[]>();
  for (const { file, rules } of guidance)
    for (const [rule, line] of pick(rules)) found.set(rule, [...(found.get(rule) ?? []), `${file}:${line} forbids it`]);
  return [...found].slice(0, MOST_RAN).map(([rule, because]) => ({ rule, because }));
}
