import { NameList } from "../../name-list.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { ranInEarnest } from "../breaches/forbidden-command.ts";
import { admits } from "../look.ts";
import { cite } from "../steps.ts";
import { baseName } from "../changes/paths.ts";
import type { Rule } from "../requests/rules.ts";
import { ranCommand } from "../unseen/run-command.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const guidanceRuleBroken: FindingRule = {
  id: "guidance-rule-broken",
  title: "Project's rule broken",
  meaning:
    "A rule of the project's guidance names a command, and a step ran what it forbids or left out what it demands.",
  category: "rule-broken",
  whileRunning: true,
  find,
};

function find(facts: Facts): Finding[] {
  return facts.rules.flatMap((rule) => (rule.kind === "never" ? findForbidden(facts, rule) : findLeftOut(facts, rule)));
}

/** Only commands can be compared with a rule for certain: a word in code may stand in a comment or a name. */
function findForbidden(facts: Facts, rule: Rule): Finding[] {
  for (const subject of rule.subjects) {
    const wanted = subject.trim().split(/\s+/);
    if (!/^[a-z][\w./-]*$/.test(wanted[0] ?? "") || (wanted.length === 1 && !PROGRAMS.has(wanted[0] ?? ""))) continue;
    const step = facts.steps.find((candidate) => ranInEarnest(candidate, subject));
    if (!step) continue;
    return [
      {
        id: guidanceRuleBroken.id,
        confidence: 0.72,
        message: `${shownFile(baseName(rule.path))} says ${quote(rule.text, 70)}, and you ran ${subject}.`,
        steps: cite(step.number),
        subject,
      },
    ];
  }
  return [];
}

const PROGRAMS = new NameList(
  "npm npx yarn pnpm bun pip pip3 poetry make sudo rm sed awk curl wget docker kubectl terraform go cargo",
);

function findLeftOut(facts: Facts, rule: Rule): Finding[] {
  const code = facts.changes.filter(
    (change) => (change.role === "code" || change.role === "test") && change.meaning === "behaviour",
  );
  const missing = rule.subjects
    .flatMap((subject) => subject.split(/&&|;/))
    .find((subject) => !ranCommand(facts, subject));
  if (code.length === 0 || missing === undefined || admits(facts, /./)) return [];
  return [
    {
      id: guidanceRuleBroken.id,
      confidence: 0.4,
      message: `${shownFile(baseName(rule.path))} says ${quote(rule.text, 70)}; you did not run ${missing.trim()}.`,
      steps: cite(code.at(-1)?.step),
      subject: missing.trim(),
    },
  ];
}
