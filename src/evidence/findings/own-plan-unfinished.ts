import type { Finding } from "../../verdict.ts";
import { hasSign } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import type { Pattern } from "../language/pattern.ts";
import { type Prose, readProse } from "../language/prose.ts";
import { cite } from "../steps.ts";
import { keptText, lastTaskList, type Task, type TaskList } from "../task-list.ts";
import { goesInSteps, wasProposed } from "../requests/earlier-words.ts";
import { expression } from "../../patterns/expression.ts";
import { EXCUSED, LEAD, PROVEN, WEAK_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const ownPlanUnfinished: FindingRule = {
  id: "own-plan-unfinished",
  title: "Own plan unfinished",
  meaning: "The agent's own list still has steps that were never begun, and the closing does not say so.",
  category: "skipped-request",
  find,
};

function find(facts: Facts): Finding[] {
  if (facts.ask === "plan-only" || hasSign(facts.closing, "blocked", "plan")) return [];
  const list = lastTaskList(facts.steps);
  const left = list ? leftIn(facts, list) : [];
  const first = left.find((task) => task.state === "open") ?? left[0];
  if (!list || !first) return [];
  return [
    {
      id: ownPlanUnfinished.id,
      confidence: confidence(facts, list, first),
      message: `Your own list still has ${quote(first.text, 70)}${left.length > 1 ? ` and ${left.length - 1} more` : ""}; do it or say why not.`,
      steps: cite(list.step),
      subject: first.text,
    },
  ];
}

/** The tasks that no step did and the closing does not mention; none when no task was ever ticked off. */
export function leftIn(facts: Facts, list: TaskList): readonly Task[] {
  if (list.tasks.every((task) => task.state !== "done")) return [];
  return list.tasks.filter((task) => task.state !== "done" && !isDone(facts, list, task) && !isMentioned(facts, task));
}

/** Less sure when there was work after the list was last touched: the list is forgotten, or that work was on it. */
function confidence(facts: Facts, list: TaskList, task: Task): number {
  const after = facts.steps.some((step) => step.number > list.step && step.action.kind !== "think");
  if (isPutOff(facts, facts.request, task) || isHandedOver(facts, task)) return EXCUSED;
  if (isOnePart(facts) || wasLeftBefore(facts, task) || isPutOff(facts, facts.asked, task)) return WEAK_LEAD;
  if (isAnsweredOnly(facts)) return WEAK_LEAD;
  if (task.state === "begun") return after ? WEAK_LEAD : 0.55;
  return after || isAnythingLeft(facts) || isDropped(facts, task) ? LEAD : PROVEN;
}

/** True when a sentence with a word of this task tells of a removal: "I dropped the guide". */
function isDropped({ closing, language }: Facts, task: Task): boolean {
  return isSaidOf(task, closing.prose, language.topics.removal);
}

/** True when the person spoke of this task as something for later, for themselves, or not to be done. */
function isPutOff({ language }: Facts, asked: string, task: Task): boolean {
  return isSaidOf(task, readProse(asked), language.requests.putOff);
}

function isSaidOf(task: Task, { sentences }: Prose, what: Pattern): boolean {
  const words = longWords(task.text);
  return sentences.some(({ text }) => {
    const said = text.toLowerCase();
    return what.test(text) && words.some((word) => said.includes(word));
  });
}

/** True when a sentence with a word of this task leaves something to the person. */
function isHandedOver({ closing, language }: Facts, task: Task): boolean {
  const words = longWords(task.text);
  return closing.prose.sentences.some(({ text, masked }) => {
    if (!language.closing.handedOver.test(masked) && !language.modality.instruction.test(masked)) return false;
    if (MAKING.test(task.text) && USING.test(text) && !MAKING.test(text) && !OWN_TASK.test(text)) return false;
    const said = text.toLowerCase();
    return words.some((word) => said.includes(word));
  });
}

/** A person asked to use a thing is not asked to make it: "Please run the migration" means one that is written. */
const USING = /\b(?:run|try|check|review|test|verify|apply|use|see|open|look)\b/i;
const OWN_TASK = /\b(?:yourself|for you|to you|on your)\b/i;
const MAKING = expression("i")`
  \b(?:
    write|add|create|implement|build|fix|update|extend|refactor|rewrite|replace|remove|rename|move|make|put|set
    |generate|configure|wire|document
  )(?!e?d\b)
`;

/** True when the closing says of anything that it is not done or not needed: it may mean this task in other words. */
function isAnythingLeft({ closing, language }: Facts): boolean {
  if (closing.admissions.length > 0) return true;
  return closing.prose.sentences.some(
    ({ heading, masked }) => language.modality.openHeading.test(heading) || language.closing.needless.test(masked),
  );
}

/** True when the turn only answered a question in between: the list then stays as it is. */
function isAnsweredOnly({ ask, changes }: Facts): boolean {
  return ask === "question" && changes.length === 0;
}

/** True when an earlier turn ended with this task open: the person saw that and asked for something else next. */
function wasLeftBefore(facts: Facts, task: Task): boolean {
  return facts.before.left.includes(keptText(task)) && !isAskedNow(facts, task);
}

/** True when the person wants all that is left, or names this task. */
function isAskedNow({ request, language: { requests } }: Facts, task: Task): boolean {
  if (requests.restAsk.test(request)) return true;
  const words = longWords(task.text);
  return readProse(request).sentences.some(({ text, masked }) => {
    if (words.length < 2 || !(requests.imperative.test(masked) || requests.politeAsk.test(masked))) return false;
    const said = longWords(text);
    return words.every((word) => said.includes(word));
  });
}

/** True when the person wanted only a part for now, or is told that there is more to come. */
function isOnePart(facts: Facts): boolean {
  const { language, asked, closing } = facts;
  if (language.requests.limited.test(asked) || wasProposed(facts, language.requests.limited)) return true;
  if (goesInSteps(facts)) return true;
  return closing.prose.sentences.some((sentence) => language.closing.partTold.test(sentence.masked));
}

/** True when the task was done after the list was written: "Run the tests", and then they ran. */
function isDone(facts: Facts, list: TaskList, task: Task): boolean {
  const { topics } = facts.language;
  const ran = (kind: string): boolean =>
    facts.receipts.some((receipt) => receipt.kind === kind && receipt.step > list.step);
  if (topics.report.test(task.text) && facts.closing.text !== "") return true;
  if (topics.tests.test(task.text) && ran("test")) return true;
  if (topics.lint.test(task.text) && ran("lint")) return true;
  if ((topics.build.test(task.text) && ran("build")) || (topics.types.test(task.text) && ran("typecheck"))) return true;
  return (
    topics.docs.test(task.text) && facts.changes.some((change) => change.role === "docs" && change.step > list.step)
  );
}

/** True when the closing speaks of the task: half of its longer words stand in one sentence. */
function isMentioned(facts: Facts, task: Task): boolean {
  const words = longWords(task.text);
  if (words.length === 0) return true;
  return facts.closing.prose.sentences.some((sentence) => {
    const text = sentence.text.toLowerCase();
    return words.filter((word) => text.includes(word)).length * 2 >= words.length;
  });
}

function longWords(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\d_]{4,}/gu) ?? [])];
}
