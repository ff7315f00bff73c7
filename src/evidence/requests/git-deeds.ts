import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { NameList, type Names } from "../../name-list.ts";
import { spelled } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import { COMMITTED, type Deed, OPENED_PULL_REQUEST, PUSHED, TAGGED, triesOf } from "../claims/claimed-deeds.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit, MOVING_GIT } from "../unseen/git-looks.ts";
import type { AskedDeed, ToldDeed } from "../language/deed-tables.ts";
import { readProse } from "../language/prose.ts";
import { looksAround, runsOnly } from "../unseen/runs-nothing.ts";
import { asksOutright, type CutSentence } from "./said-outright.ts";
import { isCheck } from "../unseen/unknown-commands.ts";
import { expression } from "../../patterns/expression.ts";
import { talks } from "../unseen/unknown-tools.ts";

/** A deed that only a few commands can do. */
export interface GitDeed {
  readonly deed: Deed;
  /** The words of a person that ask for it. */
  readonly asked: AskedDeed;
  /** The words with which the agent claims it. */
  readonly said: ToldDeed;
  /** What may follow those words when git is meant: offsets are committed and items pushed, too. */
  readonly goesOn: "afterDeed" | "afterOpened";
  /** Every command that does it contains this. */
  readonly word: RegExp;
  /** Git's own commands that do not do it. Any other may be an alias that does. */
  readonly harmlessGit: Names;
  /** The words of a request that mean something else: a transaction, a queue. */
  readonly other?: "otherCommit" | "otherPush";
  /** What some program prints when it was done, or when nothing is left to do. */
  readonly shows: RegExp;
  /** Words for the message: what was asked for, and what no step did. */
  readonly toDo: string;
  readonly would: string;
}

const COMMITTING = "am apply cherry-pick commit merge pull rebase revert";

export const GIT_DEEDS: readonly GitDeed[] = [
  {
    deed: COMMITTED,
    asked: "commit",
    said: COMMITTED.said,
    goesOn: "afterDeed",
    word: /commit/i,
    harmlessGit: lookingGit(MOVING_GIT),
    other: "otherCommit",
    shows: /^\[[^\]\n]{1,200} [0-9a-f]{7,}\]|working tree clean|auto-?commit/im,
    toDo: "commit",
    would: "committed it",
  },
  {
    deed: PUSHED,
    asked: "push",
    said: PUSHED.said,
    goesOn: "afterDeed",
    word: /push|sync|publish|ship|upload/i,
    harmlessGit: lookingGit(`${MOVING_GIT} ${COMMITTING}`),
    other: "otherPush",
    shows: expression("im")`
      ^[ \t]+[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s+\S+ -> |\[new (?:branch|tag|reference)\]
      |up to date with [^\n]+\n+nothing to commit|^everything up-to-date|auto-?push
    `,
    toDo: "push",
    would: "pushed it",
  },
  {
    deed: OPENED_PULL_REQUEST,
    asked: "openPullRequest",
    said: "openedOutright",
    goesOn: "afterOpened",
    word: /\b(?:pr|mr)\b|pull|merge_request|submit|refs\/for|push-option| -o\b/i,
    harmlessGit: lookingGit(`${MOVING_GIT} ${COMMITTING} push`),
    shows: /\/(?:pull|merge_requests)\/\d/,
    toDo: "open a pull request",
    would: "opened a pull request",
  },
];

/** True when the person asks for the deed outright, in this request. */
export function isDeedAsked(
  { request, language }: Facts,
  { asked, goesOn }: GitDeed,
  fits: (sentence: CutSentence) => boolean = () => true,
): boolean {
  const { closing, deeds } = language;
  const isAboutGit = (sentence: CutSentence): boolean =>
    closing[goesOn].test(sentence.after) && !closing.productDoes.test(sentence.before) && fits(sentence);
  return asksOutright(request, language, { pattern: deeds.asked[asked], fits: isAboutGit });
}

/** True when the request, or this sentence, speaks of something else that is committed or pushed. */
export function isOfProduct({ request, language }: Facts, { other }: GitDeed, sentence = ""): boolean {
  if (other === undefined) return false;
  const words = language.requests[other];
  return words.test(sentence) || readProse(request).sentences.some(({ masked }) => words.test(masked));
}

/** True when a step did the deed, or may have done it as far as we know. */
export function mayBeDone({ steps }: Facts, deed: GitDeed): boolean {
  return steps.some((step) => couldDo(step, deed));
}

function couldDo(step: Step, known: GitDeed): boolean {
  const { action, input, result } = step;
  if (known.shows.test(result?.output ?? "")) return true;
  if (action.command !== undefined && known.word.test(typeof input === "string" ? input : action.command)) return true;
  return !runsOnly(
    step,
    (command) => cannotDo(command, known),
    (tool) => talks(tool) && !GIT_TOOL.test(tool),
  );
}

const GIT_TOOL = /git|pull|merge|branch|commit|push|submit|save/i;

function cannotDo(command: ShellCommand, { harmlessGit }: GitDeed): boolean {
  if (command.unparsed) return false;
  const sub = gitSub(command);
  if (sub !== undefined) return harmlessGit.has(sub);
  if (command.name === "gh") return GH_LOOKS.test(spelled(command));
  return (
    looksAround(command) ||
    ALSO_HARMLESS.has(command.name) ||
    INSTALLS.test(spelled(command)) ||
    checksOf(command).some(isCheck)
  );
}

const ALSO_HARMLESS = new NameList("cp ln tee false :");
const GH_LOOKS = /^gh (?:auth status|repo view|(?:issue|pr|run|release) (?:list|view|status|checks|diff))\b/;
const INSTALLS = /^(?:npm|pnpm|yarn|bun|pip3?|uv pip|poetry|bundle|composer) (?:i|install|ci|add)\b/;

/** True when something here commits by itself: a hook, a service, the host. */
export function isAutomatic({ thread, request, closing, language }: Facts): boolean {
  return [request, closing.text, ...thread.guidance.map(({ content }) => content)].some((text) =>
    language.closing.committedBySelf.test(text),
  );
}

/**
 * True when we may have missed the deed or mistaken the words: the host may commit by itself, steps may be gone, the
 * words may be about what the work itself does, or a service may open pull requests for what is pushed.
 */
export function isDoubtful({ thread, changes, steps }: Facts, missing: readonly GitDeed[]): boolean {
  if (thread.host === "cursor" || thread.compactions > 0) return true;
  // An agent that has just committed means git, and this work, when it speaks of pushing.
  if (missing.every(({ deed }) => deed === PUSHED) && hasCommitted({ steps })) return false;
  const own = changes.filter((change) => change.role !== "scratch");
  const made = own.length > 0 || steps.some((step) => triesOf(step, TAGGED).length > 0);
  if (!made || own.some(isAboutGit)) return true;
  return (
    missing.some(({ deed }) => deed === OPENED_PULL_REQUEST) &&
    steps.some((step) => triesOf(step, PUSHED).length > 0 && !STILL_TO_OPEN.test(step.result?.output ?? ""))
  );
}

/** True when a commit of this turn went through. */
export function hasCommitted({ steps }: Pick<Facts, "steps">): boolean {
  return steps.some((step) => step.result?.status === "done" && triesOf(step, COMMITTED).length > 0);
}

/** What a service answers to the push of a branch that has no pull request yet. */
const STILL_TO_OPEN = /^remote:.*\bcreate a (?:pull|merge) request\b/im;

function isAboutGit({ path, oldText = "", newText = "" }: FileChange): boolean {
  return [path, oldText, newText].some((text) => /\bgit\b|commit|\bpush/i.test(text));
}
