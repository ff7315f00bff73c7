import { nameLiterally } from "../../literally.ts";
import type { Finding } from "../../verdict.ts";
import { findFileDeed } from "../requests/asked-file-deed.ts";
import { findGitDeed } from "../requests/asked-git-deed.ts";
import { findCheckRun } from "../requests/asked-check-run.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Facts } from "../facts.ts";
import type { Pattern } from "../language/pattern.ts";
import { goesInSteps } from "../requests/earlier-words.ts";
import { mayLeaveOutSilently } from "../requests/left-out.ts";
import { admits, isNamed, isWrittenAbout } from "../look.ts";
import { baseName, namePattern, roleOf, samePath } from "../changes/paths.ts";
import { askedThePerson, cite, hadHelpers } from "../steps.ts";
import type { Request } from "../requests/requests.ts";
import {
  commandsThatDo,
  didByName,
  ranAlike,
  ranCommand,
  ranOtherProgram,
  ranSameCheck,
  ranUnknownTool,
} from "../unseen/run-command.ts";
import { isSaidBriefly } from "../requests/said-outright.ts";
import { ranGenerator } from "../unseen/unseen-writes.ts";
import { isUnreadCode, mayBeData, mayBeUnseen, mayHaveTests, wroteUnseen } from "../unseen/written-tests.ts";
import { EXCUSED, LEAD, PROVEN, STRONG_LEAD, WEAK_LEAD, WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const requestNotDone: FindingRule = {
  id: "request-not-done",
  title: "Request left out",
  meaning: "The person asked for something a step would show, and no step did it and nothing was said about it.",
  category: "skipped-request",
  find,
};

function find(facts: Facts): Finding[] {
  if (facts.ask === "question" || facts.ask === "plan-only" || facts.ask === "stop" || hadHelpers(facts)) return [];
  const missed = facts.requests.flatMap((request) => findMissed(facts, request));
  if (!mayLeaveOutSilently(facts)) return missed;
  return [...missed, ...LEFT_OUT.flatMap((findLeftOut) => findLeftOut(facts, requestNotDone.id))];
}

const LEFT_OUT = [findCheckRun, findGitDeed, findFileDeed];

function findMissed(facts: Facts, request: Request): Finding[] {
  const missing = missed(facts, request);
  if (missing === undefined) return [];
  const interrupted = facts.turn.outcome !== "ended";
  const earlier = request.turn !== facts.turn.number;
  const most =
    interrupted || earlier || goesInSteps(facts) ? LEAD : request.plain && !askedThePerson(facts) ? 1 : STRONG_LEAD;
  const confidence = Math.min(missing.confidence, most);
  return [
    {
      id: requestNotDone.id,
      confidence,
      message: missing.message,
      steps: cite(facts.steps.at(-1)?.number),
      subject: missing.subject,
    },
  ];
}

/** True when the ask stands in a short message without lists and quotes, and is not put off to later. */
function isPlainWord({ request, language }: Facts, { text, plain }: Request): boolean {
  return plain && isSaidBriefly(request) && !language.requests.putOff.test(text);
}

interface Missing {
  readonly confidence: number;
  readonly message: string;
  readonly subject: string;
}

function missed(facts: Facts, request: Request): Missing | undefined {
  switch (request.kind) {
    case "create-file":
      return missedFile(facts, request, "create");
    case "change-file":
      return missedFile(facts, request, "change");
    case "add-tests":
      return missedTests(facts, request);
    case "update-docs":
      return missedDocs(facts, request);
    case "run":
      return missedRun(facts, request);
    case "item":
      return missedItem(facts, request);
    case "git":
    case "forbid":
    case "constraint":
      return undefined;
  }
}

function missedFile(facts: Facts, request: Request, deed: "create" | "change"): Missing | undefined {
  const path = request.paths[0];
  if (path === undefined || roleOf(path) === "scratch" || !/\w/.test(path)) return undefined;
  const name = plainName(path);
  const touched = facts.changes.some((change) => samePath(change.path, path) || plainName(change.path) === name);
  if (touched || facts.changes.length === 0 || changedByCommand(facts, path)) return undefined;
  if (facts.before.names.has(baseName(path)) || mentioned(facts, path)) return undefined;
  const otherNew = facts.changes.some(
    (change) => change.type === "create" && change.role === roleOf(path) && !isAskedFor(facts, change.path),
  );
  const elsewhere = otherNew || isNamed(facts.steps, path) || isWrittenAbout(facts, path) || ranGenerator(facts);
  // Two files may have been written as one: for a listed file, the closing must say that all of them are there.
  const sure = deed === "create" && !elsewhere && (request.listed === undefined || tellsOfAll(facts));
  return {
    confidence: sure && !request.document ? WELL_PROVEN : sure ? STRONG_LEAD : request.listed ? EXCUSED : WEAK_LEAD,
    message:
      deed === "create"
        ? `I asked for ${shownFile(path)}; it was never written.`
        : `I asked for a change in ${shownFile(path)}; you did not touch it.`,
    subject: path,
  };
}

function isAskedFor({ requests }: Facts, path: string): boolean {
  const name = plainName(path);
  return requests.some(({ kind, paths }) => kind === "create-file" && plainName(paths[0] ?? "") === name);
}

/** True when the closing says no more than that the work is done, or that all of the files are there. */
function tellsOfAll({ closing, language }: Facts): boolean {
  const said = [language.closing.doneInShort, language.deeds.allFiles];
  return closing.prose.sentences.every(({ text }) => said.some((words) => words.test(text)));
}

/** The name in small letters, without what joins its words: people write it either way. */
function plainName(path: string): string {
  return baseName(path).toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** True when a command names the file and does more than look: a script may have changed the file. */
function changedByCommand(facts: Facts, path: string): boolean {
  const name = baseName(path);
  return facts.steps.some(
    (step) =>
      step.action.command?.includes(name) === true &&
      /\b(?:python\d?|node|ruby|perl|sed|awk|tee|cp|mv|touch|git (?:mv|apply|checkout|restore|merge)|patch|ed|jq|yq|npx|bun|deno|make|go generate)\b|>/.test(
        step.action.command,
      ),
  );
}

/** True when the closing names the file or its folder. */
function mentioned({ closing }: Facts, path: string): boolean {
  const folder = path.slice(0, -baseName(path).length);
  return (
    namePattern(path).test(closing.text) ||
    (folder !== "" && new RegExp(`(?<![\\w/])${nameLiterally(folder)}(?!\\w)`).test(closing.text))
  );
}

/** True when the closing speaks of tests or docs, but not as written, nor of tests as passing. */
function isExcused(facts: Facts, topic: "tests" | "docs", told: Pattern): boolean {
  const { topics, requests } = facts.language;
  const passes = facts.claims.filter(({ type }) => topic === "tests" && /^(?:tests|checks)-pass$/.test(type));
  return facts.closing.prose.sentences.some(
    (sentence) =>
      topics[topic].test(sentence.text) &&
      (requests.toldOtherwise.test(sentence.text) ||
        !(
          told.test(sentence.text) ||
          passes.some((claim) => claim.sentence === sentence && !TEST_FILE.test(sentence.text))
        )),
  );
}

/** A claim that tests pass and that names a test file may be about tests which that file already held. */
const TEST_FILE = /[\w-][._-](?:test|spec)s?\.\w|\btest_\w+\.py/;

function missedTests(facts: Facts, request: Request): Missing | undefined {
  const { closing } = facts;
  const { topics } = facts.language;
  if (!facts.changes.some((change) => change.role === "code") || facts.changes.some(isUnreadCode)) return undefined;
  if (mayHaveTests(facts) || isExcused(facts, "tests", facts.language.requests.toldTests)) return undefined;
  return {
    confidence:
      request.document ||
      mayBeData(facts) ||
      ((mayBeUnseen(facts) || !isPlainWord(facts, request)) && topics.tests.test(closing.text))
        ? LEAD
        : PROVEN,
    message: `I asked for tests (${quote(request.text, 60)}); none were added.`,
    subject: "tests",
  };
}

function missedDocs(facts: Facts, request: Request): Missing | undefined {
  if (facts.changes.some((change) => change.role === "docs") || facts.changes.length === 0) return undefined;
  if (isExcused(facts, "docs", facts.language.requests.toldDocs)) return undefined;
  // The docs may be a part of another file, such as a list of changes.
  if (facts.changes.some(({ newText }) => newText !== undefined && facts.language.topics.docs.test(newText)))
    return undefined;
  if (facts.changes.some(mayBeDocs) || wroteUnseen(facts)) return undefined;
  const generated = commandsThatDo(facts).some((line) => WRITES_DOCS.test(line));
  const named = /\b(?:readme|change ?log)\b/i.test(request.text);
  if (facts.changes.some((change) => /change|news|history|release/i.test(change.path))) return undefined;
  const unsure = generated || ranGenerator(facts) || commandsThatDo(facts).some((line) => SENDS_DOCS.test(line));
  const told = facts.language.topics.docs.test(facts.closing.text);
  return {
    confidence:
      unsure || (told && !isPlainWord(facts, request)) ? EXCUSED : request.document ? WEAK_LEAD : named ? PROVEN : 0.65,
    message: `I also asked for the docs (${quote(request.text, 60)}); they were not touched.`,
    subject: "docs",
  };
}

/** True when the file may be documentation of another kind: a notebook, a template, a manual page, doc comments. */
function mayBeDocs({ path, newText = "" }: FileChange): boolean {
  return (
    /doc|read-?me|wiki|guide|manual|\.(?:[qr]md|ipynb|pod|textile|org|[1-9])$/i.test(path) ||
    /^[ \t]*(?:\/\/!|=(?:head|pod|item|encoding)|-- \||@moduledoc|\(\*\*)/m.test(newText)
  );
}

/** Programs and tasks that write documents by themselves. */
const WRITES_DOCS =
  /\b(?:change-?log|changesets?|release(?:-please|-it)?|towncrier|git[ -]?cliff|standard-version|docs?|mkdocs|typedoc)\b/i;

const SENDS_DOCS = /\b(?:gh|glab|curl|http|scp|rsync|aws|docker|ssh)\b.{0,300}\b(?:readme|change-?log)/i;

/** The commands of a plan that are checks; the others it lists (start the server, open the page) are for a person. */
const CHECKING = /\b(?:tests?|lint|check|typecheck|tsc|build|fmt|format|ci|verify|vet|clippy)\b/i;

function missedRun(facts: Facts, request: Request): Missing | undefined {
  const command = request.commands[0];
  if (command === undefined || (request.document && !CHECKING.test(command)) || ranCommand(facts, command))
    return undefined;
  // The command was written into a file: a pipeline, a script or a manual is to run it, not the agent.
  if (facts.changes.some(({ newText }) => newText?.includes(command))) return undefined;
  if (facts.closing.text.includes(command) || admits(facts, /./) || ranSameCheck(facts, command)) return undefined;
  const otherwise =
    ranAlike(facts, command) || ranOtherProgram(facts, command) || didByName(facts, command) || ranUnknownTool(facts);
  return {
    confidence: otherwise ? EXCUSED : request.document ? LEAD : PROVEN,
    message: `I asked you to run ${quote(command, 60)}; you never did.`,
    subject: command,
  };
}

/** When a smaller share of its words is found again, an item was probably passed over. */
const LEAST_OVERLAP = 0.2;

/** One point of a numbered list: its words appear neither in what was changed and run nor in the closing. */
function missedItem(facts: Facts, request: Request): Missing | undefined {
  const items = facts.requests.filter((other) => other.kind === "item" && other.turn === request.turn);
  if (request.document || items.length < 2) return undefined;
  const words = [...new Set(request.text.toLowerCase().match(/\p{L}[\p{L}\d_]{3,}/gu) ?? [])];
  if (words.length < 4) return undefined;
  const done = doneText(facts);
  const again = words.filter((word) => done.includes(word.slice(0, 6))).length;
  if (again / words.length >= LEAST_OVERLAP) return undefined;
  return {
    confidence: 0.55,
    message: `One of my points looks untouched: ${quote(request.text, 80)}.`,
    subject: request.text,
  };
}

function doneText(facts: Facts): string {
  const changed = facts.changes.map((change) => `${change.path} ${change.newText ?? ""} ${change.oldText ?? ""}`);
  const run = facts.steps.map((step) => step.action.command ?? "");
  return [facts.closing.text, ...facts.remarks.map((remark) => remark.text), ...changed, ...run]
    .join("\n")
    .toLowerCase();
}
