import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Names } from "../../name-list.ts";
import type { Finding } from "../../verdict.ts";
import { checksOf, spelled } from "../checks.ts";
import {
  COMMITTED,
  type Deed,
  isShown,
  OPENED_PULL_REQUEST,
  ownClaim,
  PUSHED,
  TAGGED,
  triesOf,
} from "../claimed-deeds.ts";
import type { Claim } from "../claims.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit, MOVING_GIT } from "../git-looks.ts";
import type { AskedDeed, ToldDeed } from "../language/deed-tables.ts";
import type { Pattern } from "../language/pattern.ts";
import { readProse } from "../language/prose.ts";
import { cite } from "../look.ts";
import { asksOutright, type CutSentence } from "../said-outright.ts";
import { lookingPrograms } from "../looking-programs.ts";
import { isCheck } from "../unknown-commands.ts";
import { talks } from "../unknown-tools.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const claimedDeedNeverTried: FindingRule = {
  id: "claimed-deed-never-tried",
  meaning: "The closing says that what was asked for was committed, pushed or opened, and no step could have done it.",
  category: "contradicted-claim",
  find,
};

/** A deed that nothing but a few commands can do. */
interface KnownDeed {
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
  /** What no step did, for the message. */
  readonly would: string;
}

const COMMITTING = "am apply cherry-pick commit merge pull rebase revert";

const KNOWN: readonly KnownDeed[] = [
  {
    deed: COMMITTED,
    asked: "commit",
    said: COMMITTED.said,
    goesOn: "afterDeed",
    word: /commit/i,
    harmlessGit: lookingGit(MOVING_GIT),
    other: "otherCommit",
    shows: /^\[[^\]\n]{1,200} [0-9a-f]{7,}\]|working tree clean|auto-?commit/im,
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
    shows:
      /^[ \t]+[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s+\S+ -> |\[new (?:branch|tag|reference)\]|up to date with [^\n]+\n+nothing to commit|auto-?push/im,
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
    would: "opened a pull request",
  },
];

function find(facts: Facts): Finding[] {
  const missing = KNOWN.flatMap((known) => {
    const claim = neverDone(facts, known);
    return claim ? [{ ...known, claim }] : [];
  });
  const [first] = missing;
  if (!first || isAutomatic(facts)) return [];
  return [
    {
      id: claimedDeedNeverTried.id,
      confidence: isDoubtful(facts, missing) ? 0.6 : 0.85,
      message: `You say ${quote(first.claim.sentence.text, 60)}, but no step of yours ${missing.map(({ would }) => would).join(" or ")}; do it, or say that it is not done.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: missing.map(({ deed }) => deed.claim).join(" "),
    },
  ];
}

/** The claim of this deed, where nothing can have done it. */
function neverDone(facts: Facts, known: KnownDeed): Claim | undefined {
  const { closing, deeds } = facts.language;
  const claim = ownClaim(facts, known.deed);
  const rest = claim && restAfter(deeds.told[known.said], claim.sentence.masked);
  if (
    !claim ||
    rest === undefined ||
    !closing[known.goesOn].test(rest) ||
    closing.productDoes.test(claim.sentence.masked)
  )
    return undefined;
  if (isOpen(facts, claim, known) || isOfProduct(facts, claim, known)) return undefined;
  if (isTakenBack(facts, claim) || !isAsked(facts, known) || isShown(facts, known.deed)) return undefined;
  return facts.steps.some((step) => couldDo(step, known)) ? undefined : claim;
}

/** "TODO: committed and pushed.", "Here is how it's committed": what is to be done, or what was made does it. */
function isOpen({ language }: Facts, { sentence: { masked } }: Claim, { said }: KnownDeed): boolean {
  const before = masked.slice(0, language.deeds.told[said].exec(masked)?.index);
  return language.closing.deedOpen.test(before) || language.closing.deedOfOthers.test(before);
}

/** The request, or the sentence itself, speaks of something else that is committed or pushed. */
function isOfProduct({ request, language }: Facts, { sentence }: Claim, { other }: KnownDeed): boolean {
  if (other === undefined) return false;
  const words = language.requests[other];
  return words.test(sentence.masked) || readProse(request).sentences.some(({ masked }) => words.test(masked));
}

/** Another sentence admits something about it. */
function isTakenBack({ closing, language }: Facts, { sentence }: Claim): boolean {
  return closing.admissions.some(({ index, text }) => index !== sentence.index && language.closing.aboutGit.test(text));
}

/** The person asked for it just now: what is told as done is then this, and not something of before. */
function isAsked({ request, language }: Facts, { asked, goesOn }: KnownDeed): boolean {
  const { closing, deeds } = language;
  const isAboutGit = ({ before, after }: CutSentence): boolean =>
    closing[goesOn].test(after) && !closing.productDoes.test(before);
  return asksOutright(request, deeds.asked[asked], language, isAboutGit);
}

function restAfter(words: Pattern, text: string): string | undefined {
  const match = words.exec(text);
  return match ? text.slice(match.index + match[0].length) : undefined;
}

/** It, or something that is not known well enough, was run. */
function couldDo(step: Step, known: KnownDeed): boolean {
  const { action, tool, input, result } = step;
  if (known.shows.test(result?.output ?? "")) return true;
  if (action.kind === "subagent") return true;
  if (action.kind === "other") return !talks(tool) || /git|pull|merge|branch/i.test(tool);
  if (action.kind !== "execute") return false;
  const { command } = action;
  if (command === undefined || known.word.test(typeof input === "string" ? input : command)) return true;
  return !parseCommandLine(command).every((each) => cannotDo(each, known));
}

function cannotDo(command: ShellCommand, { harmlessGit }: KnownDeed): boolean {
  if (command.unparsed) return false;
  const sub = gitSub(command);
  if (sub !== undefined) return harmlessGit.has(sub);
  if (command.name === "gh") return GH_LOOKS.test(spelled(command));
  return LOOKING.has(command.name) || INSTALLS.test(spelled(command)) || checksOf(command).some(isCheck);
}

const LOOKING = lookingPrograms("cp ln tee true false :");
const GH_LOOKS = /^gh (?:auth status|repo view|(?:issue|pr|run|release) (?:list|view|status|checks|diff))\b/;
const INSTALLS = /^(?:npm|pnpm|yarn|bun|pip3?|uv pip|poetry|bundle|composer) (?:i|install|ci|add)\b/;

/** Somebody commits by himself here: a hook, a service, the host. */
function isAutomatic({ thread, request, closing, language }: Facts): boolean {
  return [request, closing.text, ...thread.guidance.map(({ content }) => content)].some((text) =>
    language.closing.committedBySelf.test(text),
  );
}

/**
 * The agents of this host may run where the host commits, steps may be gone, the words may be about what the work itself
 * does, or a service may open requests for what is pushed.
 */
function isDoubtful({ thread, changes, steps }: Facts, missing: readonly KnownDeed[]): boolean {
  if (thread.host === "cursor" || thread.compactions > 0) return true;
  const own = changes.filter((change) => change.role !== "scratch");
  const made = own.length > 0 || steps.some((step) => triesOf(step, TAGGED).length > 0);
  if (!made || own.some(({ newText }) => /\bgit\b|commit|\bpush\b/i.test(newText ?? ""))) return true;
  return (
    missing.some(({ deed }) => deed === OPENED_PULL_REQUEST) &&
    steps.some((step) => triesOf(step, PUSHED).length > 0 && !STILL_TO_OPEN.test(step.result?.output ?? ""))
  );
}

/** What a service says to a branch for which there is none yet. */
const STILL_TO_OPEN = /^remote:.*\bcreate a (?:pull|merge) request\b/im;
