import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { isStop, WROTE_TO_STDERR } from "../receipts/check-result.ts";
import { spelled } from "../receipts/check.ts";
import { type Deed, DEEDS, isShown, ownClaim, triesOf } from "../claims/claimed-deeds.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";
import { samePath } from "../changes/paths.ts";
import { expression } from "../../patterns/expression.ts";
import { SHOWN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const claimedDeedFailed: FindingRule = {
  id: "claimed-deed-failed",
  title: "Commit, push or the like claimed, failed",
  meaning:
    "The closing says something was committed, pushed, opened, tagged, rebased, deployed, migrated or deleted, and the only tries of that failed.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return DEEDS.flatMap((deed) => {
    const claim = ownClaim(facts, deed);
    if (!claim || (deed.isAbout && claim.sentence.code.length === 0) || facts.closing.admissions.length > 0) return [];
    if (tellsOfRefusal(facts)) return [];
    const tries = facts.steps.filter((step) => triesOf(step, deed).some((command) => isClaimed(command, deed, claim)));
    const last = tries.at(-1);
    if (!last || !tries.every((step) => failed(facts, step, deed))) return [];
    if (
      isSaidOfOther(facts, deed) ||
      mayBeDoneOtherwise(facts, deed, tries) ||
      isShown(facts, deed) ||
      isInStep(facts, deed, last) ||
      isSeenTo(facts, deed, last)
    )
      return [];
    // The message asks for no new try: an agent whose push was refused might then force it.
    return [
      {
        id: claimedDeedFailed.id,
        confidence: SHOWN,
        message: `You say ${quote(claim.sentence.text, 60)}, but ${quote(spelledTry(last, deed), 50)} failed; tell me what stood in the way, and force nothing.`,
        steps: cite(last.number),
        subject: deed.claim,
      },
    ];
  });
}

/** True when one word tells of two deeds and both were tried: "Pushed" may mean the image, while the commits failed. */
function isSaidOfOther({ steps }: Facts, deed: Deed): boolean {
  const others = DEEDS.filter((other) => other !== deed && other.said === deed.said);
  return others.some((other) => steps.some((step) => triesOf(step, other).length > 0));
}

/** True when the push failed, but a later look shows the branch and its remote in the same state. */
function isInStep({ steps }: Facts, { claim }: Deed, last: Step): boolean {
  if (claim !== "pushed") return false;
  return steps.some(
    ({ number, result }) =>
      number > last.number && /^## [^\s.]+\.{3}\S+$|^Your branch is up to date with /m.test(result?.output ?? ""),
  );
}

/** True when the closing speaks of what stood in the way, or something was edited after the last try. */
function isSeenTo({ changes, closing, language }: Facts, { hurdle }: Deed, last: Step): boolean {
  if (hurdle === undefined) return false;
  return language.deeds[hurdle].test(closing.text) || changes.some(({ step }) => step > last.number);
}

/** True when the closing tells of a refusal in words that do not name a failure: "My push was rejected". */
function tellsOfRefusal({ closing, language }: Facts): boolean {
  const { turnedDown, aboutGit } = language.closing;
  return closing.prose.sentences.some(({ text }) => turnedDown.test(text) && aboutGit.test(text));
}

function isClaimed(command: ShellCommand, { isAbout }: Deed, { sentence }: Claim): boolean {
  return isAbout === undefined || isAbout(command, sentence);
}

/** True when the deed failed as the last of its line, or was plainly refused, even if the line hides the exit code. */
function failed(facts: Facts, step: Step, deed: Deed): boolean {
  const { result } = step;
  if (!result || isStop(result.exitCode) || deed.undone?.test(result.output) === false) return false;
  if (IN_VAIN.test(result.output) && !isLeftOut(facts, step, deed)) return false;
  const commands = parseCommandLine(step.action.command ?? "");
  const [first, ...again] = commands.filter(deed.does);
  const refused = deed.refused?.test(result.output) === true;
  if (result.status !== "error")
    return refused && again.length === 0 && first !== undefined && isOnlyHidden(first, commands);
  if (!refused && result.output.includes(WROTE_TO_STDERR)) return false;
  // In `push a && push b` the first may have gone through.
  if (again.some((command) => !command.scopes.includes("fallback"))) return false;
  const last = commands.at(-1);
  return refused || (last !== undefined && deed.does(last));
}

/** True when nothing after the command on its line, and no loop around it, can have made up for the failure. */
function isOnlyHidden(command: ShellCommand, commands: readonly ShellCommand[]): boolean {
  return !command.scopes.includes("loop") && commands.slice(commands.indexOf(command) + 1).every(looks);
}

/** True when git lists files of this turn as not committed: there was something to commit, and it was left out. */
function isLeftOut({ changes }: Facts, step: Step, { claim }: Deed): boolean {
  const output = step.result?.output ?? "";
  if (claim !== "committed" || !NOTHING_STAGED.test(output)) return false;
  const left = Array.from(output.matchAll(/^[ \t]+(?:modified: +|deleted: +)?(\S+)$/gm), (line) => line[1] ?? "");
  return changes.some(
    (change) =>
      change.step < step.number && change.role !== "scratch" && left.some((path) => samePath(path, change.path)),
  );
}

const NOTHING_STAGED = /nothing added to commit|no changes added to commit/;

/** Output that says there was nothing left to do, or that some of it was done. */
const IN_VAIN = expression("m")`
  \/(?:pull|merge_requests)\/\d+|pull request for branch .{1,200} already exists
  |nothing (?:to commit|added to commit)|no changes added to commit|Everything up-to-date|File already exists
  |^✓ .{0,300}\b[Mm]erged\b|^failed to run git: |^Successfully rebased|: digest: sha256:
  |^[ \t]+[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s+\S+ -> |
  ^ [+*] (?:\[new (?:branch|tag|reference)\]|[0-9a-f]{7,}\.{3}[0-9a-f]{7,})
  |^\[[^\]\n]+ [0-9a-f]{7,}\]
`;

/** True when another step may have done the same: a later one, a tool of the host, a helper, or an earlier command. */
function mayBeDoneOtherwise(facts: Facts, deed: Deed, tries: readonly Step[]): boolean {
  const last = tries.at(-1)?.number ?? 0;
  return facts.steps.some((step) => {
    const { action, tool, result, number } = step;
    if (deed.mayStand && number > last) return true;
    if (action.kind === "subagent" || (deed.claim === "deleted" && action.kind === "delete")) return true;
    if (action.kind === "other" && (deed.claim === "migrated" ? MIGRATING_TOOL : SENDING_TOOL).test(tool)) return true;
    if (action.kind !== "execute" || result?.status === "error" || tries.includes(step)) return false;
    if (action.command === undefined) return number > last;
    if (number < last && deed.otherwise?.test(action.command) !== true) return false;
    return !parseCommandLine(action.command).every(looks);
  });
}

const SENDING_TOOL = /push|commit|deploy|publish|release|git/i;
const MIGRATING_TOOL = /migrat|sql|postgres|database/i;

function looks(command: ShellCommand): boolean {
  return !command.unparsed && LOOKING.test(spelled(command));
}

const LOOKING = expression()`
  ^(?:
    git (?:status|log|diff|show|branch|remote|fetch|rev-parse|ls-remote|(?:rebase|cherry-pick|merge) --abort)
    |cd|cat|ls|head|tail|grep|rg|echo|printf|pwd|sed|wc|true|:|sleep|vitest|jest|tsc|eslint
    |npm (?:test|run (?:test|lint|build))|pytest|go test|cargo test
  )(?: |$)
`;

function spelledTry(step: Step, deed: Deed): string {
  const command = triesOf(step, deed).at(-1);
  return command === undefined ? "" : spelled(command);
}
