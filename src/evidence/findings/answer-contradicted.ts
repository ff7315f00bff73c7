import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { cite, stepAt } from "../steps.ts";
import { ranOwnScript, ranUnknown } from "../unseen/unseen-runs.ts";
import { SHOWN, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const answerContradicted: FindingRule = {
  id: "answer-contradicted",
  title: "Called a success, answered with errors",
  meaning: "The closing says that a request was tried and answered well, and every answer in the record is an error.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const requests = facts.receipts.filter(({ kind }) => kind === "probe").map(({ step }) => stepAt(facts, step));
  const last = requests.at(-1);
  const { answers } = facts.language.closing;
  if (!last || facts.closing.admissions.length > 0 || answers.tellsError.test(facts.closing.text)) return [];
  const claim = facts.closing.prose.sentences.find(({ text }) => answers.tried.test(text) && saysWell(facts, text));
  if (!claim || mayBeSeenOtherwise(facts, last.number)) return [];
  if (!answers.answered.test(claim.text) && requests.some(isMeantSo)) return [];
  if (!requests.every(isFailed) || new Set(requests).size < requests.length || showsCode(facts, claim.text)) return [];
  return [
    {
      id: answerContradicted.id,
      confidence: ranUnknown(facts) || ranOwnScript(facts) ? STRONG_LEAD : SHOWN,
      message: `You say ${quote(claim.text, 60)}, but ${quote(last.action.command ?? "", 50)} got ${quote(told(last), 40)}; get it to answer, or say that it does not.`,
      steps: cite(...requests.map((request) => request?.number)),
      subject: "answer",
    },
  ];
}

/** True when the sentence names a success code, or says "it works" where nobody wanted an error as the answer. */
function saysWell({ closing, request, language }: Facts, text: string): boolean {
  const { answered, works, leavesOpen, wantsError } = language.closing.answers;
  if (leavesOpen.test(text)) return false;
  return answered.test(text) || (works.test(text) && !wantsError.test(request) && !wantsError.test(closing.text));
}

/** True when tests, a browser, a helper, an unknown tool, or a later script may have seen another answer. */
function mayBeSeenOtherwise({ steps, receipts }: Facts, last: number): boolean {
  if (receipts.some(({ kind }) => kind === "test")) return true;
  return steps.some(
    ({ number, action }) =>
      OTHERS.has(action.kind) ||
      INLINE.test(action.command ?? "") ||
      (number > last && MAY_ASK.test(action.command ?? "")),
  );
}

/** Inline scripts (`node -e`): they may ask the program itself, without a server. */
const INLINE =
  /\b(?:node|bun|deno|tsx|python[\d.]*|ruby|php|perl|rails)\b[^|;&]{0,40}(?:\s(?:-e|-c|-r|-|eval|runner)\s|<<)/;
const MAY_ASK =
  /localhost|127\.0\.0\.1|http|fetch|request|\b(?:node|bun|deno|tsx|python[\d.]*|ruby|php|rails|go|cargo|docker|podman|kubectl|wget|xh|nc|grpcurl|ssh)\s/i;

const OTHERS: ReadonlySet<string> = new Set(["other", "subagent", "fetch"]);

/** True when the line asks once, and its output shows nothing but a server error (5xx) or that nobody answered. */
function isFailed(step: Step | undefined): boolean {
  const { command = "" } = step?.action ?? {};
  const output = step?.result?.output.slice(0, LONGEST).trim() ?? "";
  if (/\b(?:for|while|until|watch)\b|--retry/.test(command)) return false;
  if (/^(?:5\d\d|000)$/.test(output) || /^curl: \(\d+\) [^\n]*$/.test(output)) return true;
  const answers = [...output.matchAll(/^[< \t]{0,9}HTTP\/[\d.]{1,3} (\d{3})\b/gm)];
  return Number(answers.at(-1)?.[1] ?? 0) >= 500;
}

/** True when the answer is 501 or 503: a service may say on purpose that it, or a part of it, is not there. */
function isMeantSo(step: Step | undefined): boolean {
  return /^50[13]$|^[< \t]{0,9}HTTP\/[\d.]{1,3} 50[13]\b/m.test(step?.result?.output.slice(0, LONGEST).trim() ?? "");
}

const LONGEST = 20_000;

function told({ result }: Step): string {
  return result?.output.trim().split("\n", 1)[0]?.trim() ?? "";
}

/** True when any output shows the claimed code, whoever printed it: the log of the server, another program. */
function showsCode({ steps, language }: Facts, claim: string): boolean {
  const word = new RegExp(`\\b${language.closing.answers.answered.exec(claim)?.[1] ?? "20[0-4]"}\\b`);
  return steps.some(({ result }) => word.test(result?.output ?? ""));
}
