import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { NameList, type Names } from "../../name-list.ts";
import { checksOf, spelled } from "../receipts/checks.ts";
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

/** A deed that nothing but a few commands can do. */
export interface GitDeed {
  readonly deed: Deed;
  /** A person's words that ask for it. */
  readonly asked: AskedDeed;
  /** The words with which the agent claims it. */
  readonly said: ToldDeed;
  /** What follows those words when they are about git: offsets are committed and items pushed, too. */
  readonly goesOn: "afterDeed" | "afterOpened";
  /** A word without which no command does it. */
  readonly word: RegExp;
  /** Commands of git that do not do it. What is not among them may be an alias. */
  readonly harmlessGit: Names;
  /** The words of a request with which something else is meant: a transaction, a queue. */
  readonly other?: "otherCommit" | "otherPush";
  /** What some program prints where it was done, or nothing is left to do. */
  readonly shows: RegExp;
  /** What was asked for, and what no step did, for the message. */
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

/** The person asks for it outright, just now. */
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

/** A sentence of the person, or this one, speaks of something else that is committed or pushed. */
export function isOfProduct({ request, language }: Facts, { other }: GitDeed, sentence = ""): boolean {
  if (other === undefined) return false;
  const words = language.requests[other];
  return words.test(sentence) || readProse(request).sentences.some(({ masked }) => words.test(masked));
}

/** Some step did it, or something that is not known well enough. */
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

/** Somebody commits by himself here: a hook, a service, the host. */
export function isAutomatic({ thread, request, closing, language }: Facts): boolean {
  return [request, closing.text, ...thread.guidance.map(({ content }) => content)].some((text) =>
    language.closing.committedBySelf.test(text),
  );
}

/**
 * The agents of this host may run where the host commits, steps may be gone, the words may be about what the work itself
 * does, or a service may open requests for what is pushed.
 */
export function isDoubtful({ thread, changes, steps }: Facts, missing: readonly GitDeed[]): boolean {
  if (thread.host === "cursor" || thread.compactions > 0) return true;
  // Who has just committed speaks of git, and of this.
  if (missing.every(({ deed }) => deed === PUSHED) && hasCommitted({ steps })) return false;
  const own = changes.filter((change) => change.role !== "scratch");
  const made = own.length > 0 || steps.some((step) => triesOf(step, TAGGED).length > 0);
  if (!made || own.some(isAboutGit)) return true;
  return (
    missing.some(({ deed }) => deed === OPENED_PULL_REQUEST) &&
    steps.some((step) => triesOf(step, PUSHED).length > 0 && !STILL_TO_OPEN.test(step.result?.output ?? ""))
  );
}

/** A commit of this turn went through. */
export function hasCommitted({ steps }: Pick<Facts, "steps">): boolean {
  return steps.some((step) => step.result?.status === "done" && triesOf(step, COMMITTED).length > 0);
}

/** What a service says to a branch for which there is none yet. */
const STILL_TO_OPEN = /^remote:.*\bcreate a (?:pull|merge) request\b/im;

function isAboutGit({ path, oldText = "", newText = "" }: FileChange): boolean {
  return [path, oldText, newText].some((text) => /\bgit\b|commit|\bpush/i.test(text));
}
