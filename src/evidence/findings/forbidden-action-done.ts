import { NameList } from "../../name-list.ts";
import { isFromPerson, textOf } from "../../thread/message.ts";
import { messagesOf } from "../../thread/turns.ts";
import type { Finding } from "../../verdict.ts";
import { dependencyAdded } from "../breaches/added-dependency.ts";
import type { Breach } from "../breaches/breach.ts";
import { anythingChanged, changed, changedElsewhere, testsChanged, testsTakenAway } from "../breaches/changed-files.ts";
import { commandRun } from "../breaches/forbidden-command.ts";
import { gitDone } from "../breaches/git-deed.ts";
import { releaseDone } from "../breaches/release-deed.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import { straightened } from "../language/prose.ts";
import { askedThePerson, cite } from "../steps.ts";
import { baseName } from "../changes/paths.ts";
import type { Request } from "../requests/requests.ts";
import { LEAD, SHOWN, STRONG_LEAD, WEAK_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const forbiddenActionDone: FindingRule = {
  id: "forbidden-action-done",
  title: "Forbidden, done all the same",
  meaning: "The person said not to do something, and a step did it.",
  category: "forbidden-action",
  whileRunning: true,
  whateverIsSaid: true,
  find,
};

function find(facts: Facts): Finding[] {
  return facts.requests.flatMap((request) => {
    const broken = breach(facts, request);
    if (!broken || (isOfTheMoment(request) && askedThePerson(facts, Math.min(...broken.steps)))) return [];
    return [
      {
        id: forbiddenActionDone.id,
        confidence: broken.unsure || isSettled(facts, request, broken) ? UNSURE : confidence(facts, request),
        message: `${namedBan(request)}, and you ${broken.what}; ${broken.remedy ?? remedy(request)}.`,
        steps: cite(...broken.steps),
        subject: broken.subject,
      },
    ];
  });
}

/** How an objection begins that is about this ban: by it, the ledger knows which one was broken. */
export function namedBan({ text }: Request): string {
  return `I said ${quote(text, 70)}`;
}

/** A changed file may also hold work of the person: "undo that" could lose it by putting the whole file back. */
function remedy({ deed }: Request): string {
  return deed !== undefined && CHANGES_FILES.has(deed) ? "take your edit back" : "undo that";
}

const CHANGES_FILES = new Set<Request["deed"]>(["change", "tests", "fewer-tests", "anything", "elsewhere"]);

/** True when the ban is on a kind of deed: it ends with the person's next message, whatever that says. */
function isOfTheMoment({ deed }: Request): boolean {
  return deed === "git" || deed === "release" || deed === "anything" || deed === "elsewhere";
}

/** The confidence when another file of that name may be meant, or a tool had to run because it is to be replaced. */
const UNSURE = WEAK_LEAD;

/** True when the person was asked first, forbade it only afterwards, or is told that it was done against their word. */
function isSettled(facts: Facts, request: Request, { steps, subject }: Breach): boolean {
  const first = Math.min(...steps);
  if (askedThePerson(facts, first) || wasSaidAfter(facts, request, first)) return true;
  const name = baseName(subject.split(" ")[0] ?? subject);
  const { text: closing } = facts.closing;
  if (request.deed === "change" && closing.includes(name) && isForeign(closing)) return true;
  return facts.closing.prose.sentences.some(
    ({ text }) => text.includes(name) && facts.language.closing.againstWord.test(text),
  );
}

/** True when the turn has several messages, and the one with the ban came after the step. */
function wasSaidAfter({ thread, turn, steps }: Facts, request: Request, number: number): boolean {
  if (request.turn !== turn.number) return false;
  const said = messagesOf(thread, turn).flatMap((message, index) =>
    isFromPerson(message) ? [{ message, index }] : [],
  );
  if (said.length < 2) return false;
  const ban = said.find(({ message }) => straightened(textOf(message)).includes(request.text));
  const step = steps.find((each) => each.number === number);
  return !ban || !step || step.messageIndex < turn.start + ban.index;
}

/** Less sure when the sentence stands in a long document, is from an earlier turn, or is qualified. */
function confidence(facts: Facts, request: Request): number {
  if (request.document) return LEAD;
  if (request.turn !== facts.turn.number || !request.plain) return STRONG_LEAD;
  return isAboutCode(facts, request) || wantsOtherTests(facts, request) ? LEAD : SHOWN;
}

/** True when the ban is about code to be written ("Use printf, not echo"), not about a tool the agent works with. */
function isAboutCode(facts: Facts, request: Request): boolean {
  if (request.kind !== "constraint" && request.deed !== "use") return false;
  if (facts.language.requests.inWriting.test(request.text)) return true;
  return !request.commands.some((command) => TOOLCHAIN.has(command.trim().split(/\s+/)[0] ?? ""));
}

const TOOLCHAIN = new NameList(
  "npm npx pnpm yarn bun bunx deno node pip pip3 pipx uv poetry pdm conda python python2 python3 docker docker-compose podman make just mise task cargo go gradle gradlew mvn mvnw nx turbo jest vitest mocha pytest tox nox tsc eslint biome prettier black ruff git gh bundle gem rake composer mix dotnet swift terraform tofu kubectl helm",
);

/** True when the person, beside the ban, asks for tests to be changed: we cannot tell which ones the ban protects. */
function wantsOtherTests(facts: Facts, request: Request): boolean {
  if (request.deed !== "tests" && request.deed !== "fewer-tests") return false;
  return facts.language.requests.allowsTestChange.test(straightened(facts.request).replace(request.text, " "));
}

function breach(facts: Facts, request: Request): Breach | undefined {
  if (isOfTheMoment(request) && (request.turn !== facts.turn.number || request.document)) return undefined;
  if (request.kind === "constraint") return commandRun(facts, request);
  switch (request.deed ?? "other") {
    case "change":
      return changed(facts, request, () => true, "changed");
    case "delete":
      return changed(facts, request, (change) => change.type === "delete", "deleted");
    case "create":
      return changed(facts, request, (change) => change.type === "create", "wrote");
    case "tests":
      return testsChanged(facts);
    case "fewer-tests":
      return testsTakenAway(facts);
    case "dependency":
      return dependencyAdded(facts, request);
    case "run":
    case "use":
      return commandRun(facts, request);
    case "git":
      return gitDone(facts, request);
    case "release":
      return releaseDone(facts, request);
    case "anything":
      return anythingChanged(facts);
    case "elsewhere":
      return changedElsewhere(facts, request);
    case "other":
      return undefined;
  }
}
