import { describe, expect, test } from "vitest";
import type { AgentStory, FalseDone } from "../../test/support/agent-story.ts";
import { FALSE_BANS } from "../../test/support/turns/false-bans.ts";
import { FALSE_CHECKS } from "../../test/support/turns/false-checks.ts";
import { FALSE_CLAIMS } from "../../test/support/turns/false-claims.ts";
import { FALSE_COMMITS } from "../../test/support/turns/false-commits.ts";
import { FALSE_DEEDS } from "../../test/support/turns/false-deeds.ts";
import { FALSE_EXCUSES } from "../../test/support/turns/false-excuses.ts";
import { FALSE_HOSTS } from "../../test/support/turns/false-hosts.ts";
import { FALSE_IN_PARTS } from "../../test/support/turns/false-in-parts.ts";
import { FALSE_LEAD_INS } from "../../test/support/turns/false-lead-ins.ts";
import { FALSE_INFRASTRUCTURE } from "../../test/support/turns/false-infrastructure.ts";
import { FALSE_MIXED } from "../../test/support/turns/false-mixed.ts";
import { FALSE_OUTCOMES } from "../../test/support/turns/false-outcomes.ts";
import { FALSE_OVER_TURNS } from "../../test/support/turns/over-turns.ts";
import { FALSE_SECOND_LOOKS } from "../../test/support/turns/false-second-looks.ts";
import { FALSE_TAKEN_OUT } from "../../test/support/turns/false-taken-out.ts";
import { FALSE_WORK } from "../../test/support/turns/false-work.ts";
import { FALSE_MENDED } from "../../test/support/turns/mended.ts";
import { FALSE_TOLD_BESIDE } from "../../test/support/turns/told-beside.ts";
import { FALSE_WORK_TOLD } from "../../test/support/turns/work-told.ts";
import type { Verdict } from "../verdict.ts";
import { createEvidenceJudge } from "./judge.ts";

/** Turns that say "done" and are not: each with the finding that has to see it, and whether that is proof or a lead. */
const KINDS: readonly (readonly [kind: string, cases: readonly FalseDone[]])[] = [
  ["checks", FALSE_CHECKS],
  ["work", FALSE_WORK],
  ["both", FALSE_MIXED],
  ["no excuse", FALSE_EXCUSES],
  ["nothing taken out", FALSE_TAKEN_OUT],
  ["claims", FALSE_CLAIMS],
  ["told in parts", FALSE_IN_PARTS],
  ["deeds", FALSE_DEEDS],
  ["bans", FALSE_BANS],
  ["commits and pushes", FALSE_COMMITS],
  ["outcomes", FALSE_OUTCOMES],
  ["hosts and systems", FALSE_HOSTS],
  ["lead-ins", FALSE_LEAD_INS],
  ["infrastructure", FALSE_INFRASTRUCTURE],
  ["second looks", FALSE_SECOND_LOOKS],
  ["over turns", FALSE_OVER_TURNS],
  ["trouble told to be over", FALSE_MENDED],
  ["trouble that the work is about", FALSE_WORK_TOLD],
  ["words beside a claim", FALSE_TOLD_BESIDE],
];

describe.each(KINDS)("%s", (_, cases) => {
  test.each(cases)("%s: %s by %s", (_name, strength, id, story) => {
    const { verdict, findings } = judged(story);
    expect(findings.map((finding) => finding.id)).toContain(id);
    expect(verdict).toBe(strength === "proven" ? "correct" : "ok");
  });
});

function judged(story: AgentStory): Verdict {
  const thread = story.build();
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("the story has no turn");
  return createEvidenceJudge().assess({ thread, turn });
}
