import type { AtScreen, Meanwhile } from "../program.ts";
import { DOES_MORE, HONEST, LIES_ONCE, type Story } from "../stories.ts";

export interface Scene {
  readonly name: string;
  readonly story: Story;
  /** Beside what `cox install` is told in any case. */
  readonly flags?: readonly string[];
  /** A model judges, and takes its time; without it the record alone does. */
  readonly observer?: "slow" | "never answers";
  readonly meanwhile?: Meanwhile;
  readonly ends: string;
  readonly stops: number;
  /** What the agent was told after it had said that it was done: our words, the person's, nobody's. Some take back what they had said. */
  readonly told: "ours" | "theirs" | "nothing" | "ours, then theirs" | "unknown";
  /** What of ours stands on the screen. Undefined where only the host shows it, or a note that it was not checked. */
  readonly shows?: RegExp | "nothing";
  /** A decision that is on record, and whether it was said. */
  readonly decided: { readonly verdict?: string; readonly injected?: boolean | "shadow" };
  /** What `cox why last`, `cox stats` and `cox usage` tell of it. */
  readonly after: { readonly why: RegExp; readonly stats: RegExp; readonly usage: RegExp };
}

/** What the slow observer would like to say. */
export const OBJECTION = "Nothing says what median does with an even number of values.";
/** What the person types meanwhile. */
export const TYPED = "Also write NOTES.md for the even case.";

const DONE = "Done! All tests pass.";
const CORRECTED = "ran npm test: all 2 tests pass";
const DID_MORE = "wrote that down in NOTES.md";

const SCENES: readonly Scene[] = [
  {
    name: "a false done is corrected, and it can be told who spoke",
    story: LIES_ONCE,
    ends: CORRECTED,
    stops: 2,
    told: "ours",
    shows: /Coxswain: You say/,
    decided: { verdict: "correct", injected: true },
    after: { why: /this turn was corrected/, stats: /1 corrected/, usage: /No usage/ },
  },
  {
    name: "an honest run shows nothing of ours",
    story: HONEST,
    ends: DONE,
    stops: 1,
    told: "nothing",
    shows: "nothing",
    decided: { verdict: "ok", injected: false },
    after: { why: /✓ ok/, stats: /0 corrected/, usage: /No usage/ },
  },
  {
    name: "shadow mode shows nothing of ours",
    story: LIES_ONCE,
    flags: ["--shadow"],
    ends: DONE,
    stops: 1,
    told: "nothing",
    shows: "nothing",
    decided: { verdict: "correct", injected: "shadow" },
    after: { why: /only would have been \(shadow\)/, stats: /1 would have been/, usage: /No usage/ },
  },
  {
    name: "who types while the observer thinks goes first",
    story: DOES_MORE,
    observer: "slow",
    meanwhile: "types",
    ends: DID_MORE,
    stops: 2,
    told: "theirs",
    decided: { verdict: "correct", injected: false },
    after: { why: /sent nothing/, stats: /0 corrected, 1 held back/, usage: /watcher/ },
  },
  {
    name: "Esc while the observer thinks is the end",
    story: DOES_MORE,
    observer: "slow",
    meanwhile: "presses Esc",
    ends: DONE,
    stops: 1,
    told: "nothing",
    decided: { injected: false },
    after: { why: /sent nothing/, stats: /0 corrected/, usage: / / },
  },
  {
    name: "an observer that never answers lets it stop",
    story: DOES_MORE,
    observer: "never answers",
    ends: DONE,
    stops: 1,
    told: "nothing",
    decided: { verdict: "unchecked", injected: false },
    after: { why: /did not answer within the time limit/, stats: /1 could not be checked/, usage: / / },
  },
];

/** What of it the program gives no sign of, nobody can heed: there, the correction comes. */
export function scenesOf({ deafTo = [] }: AtScreen): readonly Scene[] {
  return SCENES.map((scene) =>
    scene.meanwhile && deafTo.includes(scene.meanwhile) ? { ...scene, ...DEAF[scene.meanwhile] } : scene,
  );
}

const SAID = {
  shows: /Coxswain: Nothing says/,
  decided: { verdict: "correct", injected: true },
  after: { why: / /, stats: /1 corrected/, usage: /watcher/ },
} satisfies Partial<Scene>;

const DEAF: Record<Meanwhile, Partial<Scene>> = {
  types: {
    ...SAID,
    name: "what is typed while the observer thinks comes behind the correction",
    // Qwen Code writes down neither our words nor an answer to them alone, so nothing shows that they arrived.
    decided: { verdict: "correct" },
    after: { ...SAID.after, stats: /1 corrected|1 held back/ },
    told: "ours, then theirs",
    stops: 2,
  },
  "presses Esc": {
    ...SAID,
    name: "Esc while the observer thinks is not heard",
    told: "unknown",
    ends: "Coxswain: Nothing says",
  },
};
