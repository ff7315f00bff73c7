import { describe, expect, test } from "vitest";
import type { AgentStory, TurnCase } from "../../test/support/agent-story.ts";
import { retoldOn, SYSTEMS } from "../../test/support/retold.ts";
import { CLEAN_AFTERWARDS } from "../../test/support/turns/clean-afterwards.ts";
import { CLEAN_ASKED_DEEDS } from "../../test/support/turns/clean-asked-deeds.ts";
import { CLEAN_ASKS } from "../../test/support/turns/clean-asks.ts";
import { CLEAN_BESIDE } from "../../test/support/turns/clean-beside.ts";
import { CLEAN_BANS } from "../../test/support/turns/clean-bans.ts";
import { CLEAN_SEVERAL_RUNS } from "../../test/support/turns/clean-several-runs.ts";
import { CLEAN_BUILDS } from "../../test/support/turns/clean-builds.ts";
import { CLEAN_CLOSINGS } from "../../test/support/turns/clean-closings.ts";
import { CLEAN_COMMITS } from "../../test/support/turns/clean-commits.ts";
import { CLEAN_COMPILED } from "../../test/support/turns/clean-compiled.ts";
import { CLEAN_DENIALS } from "../../test/support/turns/clean-denials.ts";
import { CLEAN_DEEDS } from "../../test/support/turns/clean-deeds.ts";
import { CLEAN_EDITS } from "../../test/support/turns/clean-edits.ts";
import { CLEAN_FAILED_COMMANDS } from "../../test/support/turns/clean-failed-commands.ts";
import { CLEAN_HABITS } from "../../test/support/turns/clean-habits.ts";
import { CLEAN_HOSTS } from "../../test/support/turns/clean-hosts.ts";
import { CLEAN_INFRASTRUCTURE } from "../../test/support/turns/clean-infrastructure.ts";
import { CLEAN_IN_PARTS } from "../../test/support/turns/clean-in-parts.ts";
import { CLEAN_IN_SOURCE } from "../../test/support/turns/clean-in-source.ts";
import { CLEAN_JAVASCRIPT } from "../../test/support/turns/clean-javascript.ts";
import { CLEAN_LEAD_INS } from "../../test/support/turns/clean-lead-ins.ts";
import { CLEAN_LEFTOVERS } from "../../test/support/turns/clean-leftovers.ts";
import { CLEAN_CUT_SHORT } from "../../test/support/turns/clean-cut-short.ts";
import { CLEAN_LIMITS } from "../../test/support/turns/clean-limits.ts";
import { CLEAN_MANAGED } from "../../test/support/turns/clean-managed.ts";
import { CLEAN_MERGES } from "../../test/support/turns/clean-merges.ts";
import { CLEAN_OPERATIONS } from "../../test/support/turns/clean-operations.ts";
import { CLEAN_ORDINARY } from "../../test/support/turns/clean-ordinary.ts";
import { CLEAN_OUTCOMES } from "../../test/support/turns/clean-outcomes.ts";
import { CLEAN_OVER_TURNS } from "../../test/support/turns/over-turns.ts";
import { CLEAN_PYTHON } from "../../test/support/turns/clean-python.ts";
import { CLEAN_REMOTE } from "../../test/support/turns/clean-remote.ts";
import { CLEAN_REPORTS } from "../../test/support/turns/clean-reports.ts";
import { CLEAN_REQUESTS } from "../../test/support/turns/clean-requests.ts";
import { CLEAN_REWORKS } from "../../test/support/turns/clean-reworks.ts";
import { CLEAN_RUNS } from "../../test/support/turns/clean-runs.ts";
import { CLEAN_SCRIPTS } from "../../test/support/turns/clean-scripts.ts";
import { CLEAN_SECOND_LOOKS } from "../../test/support/turns/clean-second-looks.ts";
import { CLEAN_SYSTEMS } from "../../test/support/turns/clean-systems.ts";
import { CLEAN_TAKEN_OUT } from "../../test/support/turns/clean-taken-out.ts";
import { CLEAN_TALKS } from "../../test/support/turns/clean-talks.ts";
import { CLEAN_TOOLS } from "../../test/support/turns/clean-tools.ts";
import { CLEAN_TOLD } from "../../test/support/turns/clean-told.ts";
import { CLEAN_TONGUES } from "../../test/support/turns/clean-tongues.ts";
import { CLEAN_UNSEEN } from "../../test/support/turns/clean-unseen.ts";
import { CLEAN_WISHES } from "../../test/support/turns/clean-wishes.ts";
import { CLEAN_WORDING } from "../../test/support/turns/clean-wording.ts";
import { CLEAN_MENDED } from "../../test/support/turns/mended.ts";
import { CLEAN_TOLD_BESIDE } from "../../test/support/turns/told-beside.ts";
import { CLEAN_WORK_TOLD } from "../../test/support/turns/work-told.ts";
import { LEAD_FROM, STRONG_LEAD } from "./confidence.ts";
import { LazyPattern } from "../patterns/lazy-pattern.ts";
import type { Thread } from "../thread/thread.ts";
import type { Verdict } from "../verdict.ts";
import { createEvidenceJudge } from "./judge.ts";

/** Work really done and told as it is, by many agents in many worlds: none of it may be corrected. */
const WORLDS: readonly (readonly [world: string, cases: readonly TurnCase[]])[] = [
  ["javascript", CLEAN_JAVASCRIPT],
  ["python", CLEAN_PYTHON],
  ["compiled languages", CLEAN_COMPILED],
  ["managed languages", CLEAN_MANAGED],
  ["builds that do much in one run", CLEAN_BUILDS],
  ["several runs in one output", CLEAN_SEVERAL_RUNS],
  ["scripts", CLEAN_SCRIPTS],
  ["tools easily forgotten", CLEAN_TOOLS],
  ["operations", CLEAN_OPERATIONS],
  ["infrastructure", CLEAN_INFRASTRUCTURE],
  ["edits", CLEAN_EDITS],
  ["closings", CLEAN_CLOSINGS],
  ["wording", CLEAN_WORDING],
  ["wishes and orders", CLEAN_WISHES],
  ["requests", CLEAN_REQUESTS],
  ["asks", CLEAN_ASKS],
  ["what was asked for, in another place", CLEAN_IN_SOURCE],
  ["bans", CLEAN_BANS],
  ["runs that are cut short", CLEAN_CUT_SHORT],
  ["limits", CLEAN_LIMITS],
  ["checks run elsewhere", CLEAN_REMOTE],
  ["work done unseen", CLEAN_UNSEEN],
  ["reports", CLEAN_REPORTS],
  ["reworks", CLEAN_REWORKS],
  ["runs", CLEAN_RUNS],
  ["commands that failed", CLEAN_FAILED_COMMANDS],
  ["talks", CLEAN_TALKS],
  ["habits", CLEAN_HABITS],
  ["changes after a check", CLEAN_AFTERWARDS],
  ["deeds", CLEAN_DEEDS],
  ["commits and pushes", CLEAN_COMMITS],
  ["deeds that seem to be asked for", CLEAN_ASKED_DEEDS],
  ["outcomes", CLEAN_OUTCOMES],
  ["merges and runs", CLEAN_MERGES],
  ["denials", CLEAN_DENIALS],
  ["told in other words", CLEAN_TOLD],
  ["taken out", CLEAN_TAKEN_OUT],
  ["told beside the claim", CLEAN_BESIDE],
  ["told in parts, or of one place", CLEAN_IN_PARTS],
  ["leftovers", CLEAN_LEFTOVERS],
  ["ordinary days", CLEAN_ORDINARY],
  ["hosts", CLEAN_HOSTS],
  ["lead-ins", CLEAN_LEAD_INS],
  ["second looks", CLEAN_SECOND_LOOKS],
  ["tongues", CLEAN_TONGUES],
  ["over turns", CLEAN_OVER_TURNS],
  ["trouble told to be over", CLEAN_MENDED],
];

/** These are of one system already. */
const OF_SYSTEMS: typeof WORLDS = [["systems", CLEAN_SYSTEMS]];

/** The last run failed or was never made, "all tests pass" is said, and that is told in unusual words: an observer should look. */
const WORTH_A_LEAD: typeof WORLDS = [
  ["trouble that the work is about", CLEAN_WORK_TOLD],
  ["words beside a claim", CLEAN_TOLD_BESIDE],
];

describe.each([...WORLDS, ...OF_SYSTEMS, ...WORTH_A_LEAD])("%s", (_, cases) => {
  test.each(cases)("%s", (_name, story) => {
    const { verdict, findings } = judged(story);
    expect(verdict === "correct" ? findings : []).toEqual([]);
  });
});

/** Of the patterns of the hook's bundle, which find the same or nothing: there a part of the turns is enough. */
const RETOLD_OF = LazyPattern.patience === Infinity ? 4 : 1;

// Each on one of them, in turn: there are many.
test("none of them is corrected where it went so on another system", { timeout: 120_000 }, () => {
  const all = [...WORLDS, ...WORTH_A_LEAD].flatMap(([, world]) => world);
  const cases = all.filter((_, index) => index % RETOLD_OF === 0);
  const corrected = cases.flatMap(([name, story], index) => {
    const [system, manners] = SYSTEMS[index % SYSTEMS.length] ?? SYSTEMS[0];
    return judge(retoldOn(manners, story)).verdict === "correct" ? [`${name} on ${system}`] : [];
  });
  expect(corrected).toEqual([]);
});

// Most of these turns were corrected once: a lead, which an observer weighs, is what is left of that.
test.each([
  ["a lead", LEAD_FROM, 0.18],
  ["a strong one", STRONG_LEAD, 0.06],
])("few of them give %s", (_, confidence, most) => {
  const cases = WORLDS.flatMap(([, world]) => world);
  const leads = cases.filter(([, story]) => judged(story).findings.some((finding) => finding.confidence >= confidence));
  expect(leads.length / cases.length).toBeLessThanOrEqual(most);
});

const known = new Map<AgentStory, Verdict>();

/** Asked without gate and stand-down: the engine itself has to keep quiet. Once each: there are many. */
function judged(story: AgentStory): Verdict {
  const before = known.get(story);
  if (before) return before;
  const verdict = judge(story.build());
  known.set(story, verdict);
  return verdict;
}

function judge(thread: Thread): Verdict {
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("the story has no turn");
  return createEvidenceJudge().assess({ thread, turn });
}
