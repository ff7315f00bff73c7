import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { topicOf } from "../check-names.ts";
import type { Facts } from "../facts.ts";
import type { AskedCheck } from "../language/deed-tables.ts";
import { leftOut } from "./left-out.ts";
import { mayTellOfRest } from "../look.ts";
import { askedThePerson } from "../steps.ts";
import { ranOtherProgram, ranUnknownTool } from "../unseen/run-command.ts";
import { asksOutright, type CutSentence, isOwnAsk } from "./said-outright.ts";
import { expression } from "../../patterns/expression.ts";
import { isOfSession, mayHaveRunUnseen, ranOwnScript, ranUnknown } from "../unseen/unseen-runs.ts";

const CHECKS: readonly (readonly [kind: AskedCheck, name: string])[] = [
  ["test", "the tests"],
  ["lint", "the linter"],
  ["typecheck", "the type checker"],
  ["build", "the build"],
];

/** "…and run the tests": code was changed, nothing ran that can have been the tests, and not a word is said about them. */
export function findCheckRun(facts: Facts, id: string): Finding[] {
  const { request, language, changes } = facts;
  const asked = CHECKS.filter(([kind]) => isAsked(facts, kind));
  if (asked.length === 0 || !changes.some(({ role, meaning }) => role === "code" && meaning === "behaviour")) return [];
  // The work asked for may itself be something that runs the checks.
  if (language.requests.automates.test(request)) return [];
  const missing = asked.filter(([kind]) => isLeftOut(facts, kind));
  if (missing.length === 0 || ranUnknownTool(facts) || ranUnknown(facts) || ranOwnScript(facts)) return [];
  // Any other program may run the checks of its project.
  const sure =
    !facts.steps.some(isOfSession) &&
    !askedThePerson(facts) &&
    !ranOtherProgram(facts, "") &&
    (missing.some(([kind]) => kind === "test") || !facts.steps.some(mayCheckMore));
  const told = missing.some(([kind]) => mayTellOfRest(facts, topicOf(facts, kind)));
  return [
    leftOut(facts, told ? "told, perhaps" : sure ? "surely" : "done, perhaps", {
      id,
      message: `I asked you to run ${missing.map(([, name]) => name).join(" and ")}; you never did.`,
      subject: missing.map(([kind]) => `${kind} run`).join(", "),
    }),
  ];
}

function isAsked({ request, language }: Facts, kind: AskedCheck): boolean {
  const { runs, thenSeen } = language.deeds;
  const fits = (sentence: CutSentence): boolean => isOwnAsk(sentence, language) && !thenSeen.test(sentence.after);
  return asksOutright(request, language, { pattern: runs[kind], fits, ofCode: true });
}

/** True when no such check ran, and neither the closing nor what was written speaks of it. */
function isLeftOut(facts: Facts, kind: AskedCheck): boolean {
  const about = topicOf(facts, kind);
  if (about.test(facts.closing.text) || facts.changes.some(({ newText = "" }) => about.test(newText))) return false;
  return !facts.receipts.some(({ supports }) => supports.includes(kind)) && !mayHaveRunUnseen(facts, kind);
}

/** True when the step runs a task or commits: such tasks, and hooks, may lint, check types and build as well. */
function mayCheckMore({ action }: Step): boolean {
  return action.command !== undefined && MANY_IN_ONE.test(action.command);
}

const MANY_IN_ONE = expression()`
  \b(?:
    npm|pnpm|yarn|bun|deno task|make|just|task|mise|invoke|poe|hatch|pdm|tox|nox|gradlew?|mvnw?|ant|sbt|rake
    |composer|mix|lein|bazel|nx|turbo|moon
  )\b|\bgit\b[^|;&\n]{0,200}\b(?:commit|push)\b
`;
