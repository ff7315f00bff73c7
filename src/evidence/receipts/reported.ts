import type { Step } from "../../thread/thread.ts";
import { expression } from "../../patterns/expression.ts";
import type { CheckKind, Receipt } from "./receipt.ts";

/** What subagents say when a check passed. Only passes are taken over: what failed there may have been repaired there. */
const PASSES: readonly (readonly [CheckKind, RegExp])[] = [
  [
    "test",
    expression("i")`
      (?:^|[^\w])(?:all|\d+|the|unit|integration|e2e)\s+(?:\w+\s+){0,3}tests?\s+(?:are\s+|now\s+|all\s+)*
      (?:pass(?:ed|ing|es)?|green|succeed(?:ed)?)\b
      |\btests?:?\s+(?:all\s+)?(?:pass(?:ed|ing)|green)\b|\b\d+ passed\b
    `,
  ],
  [
    "build",
    /\bbuild(?:s|ing)?\s+(?:\w+\s+){0,2}(?:pass(?:ed|es)|succeed(?:ed|s)|success(?:ful|fully)?|clean(?:ly)?|ok)\b/i,
  ],
  [
    "lint",
    /\blint(?:er|ing)?\s+(?:\w+\s+){0,2}(?:pass(?:ed|es)|clean|succeed(?:ed|s)|ok)\b|\b(?:no|0) lint(?:er|ing)? (?:errors|issues)\b/i,
  ],
  [
    "typecheck",
    /\btype\s?-?checks?(?:ing)?\s+(?:\w+\s+){0,2}(?:pass(?:ed|es)|clean|succeed(?:ed|s))\b|\b(?:no|0) type errors\b/i,
  ],
];
/** "41 passed, 0 failed" is no doubt. */
const NONE_FAILED =
  /(?<![\d.,])\b(?:no|zero|0|without(?: any)?) (?:test )?fail(?:ed|ing|ures?)\b|\b(?:none|nothing) failed\b|\bfail(?:ed|ures?): 0\b/gi;
const DOUBT = /\b(?:not|cannot|unable|fail(?:s|ed|ing|ures?)?|should|would|once|if|until|unless|except)\b|n't\b/i;

/** A subagent's report as weak receipts: what it says passed, sentence by sentence, doubt excluded. */
export function reportedReceipts(step: Step): readonly Receipt[] {
  if (step.result?.status !== "done") return [];
  const sentences = step.result.output
    .slice(-12_000)
    .replaceAll(NONE_FAILED, " ")
    .split(/(?<=[.!?])\s+|\n/);
  return PASSES.flatMap(([kind, pattern]) =>
    sentences.some((sentence) => pattern.test(sentence) && !DOUBT.test(sentence)) ? [reported(step, kind)] : [],
  );
}

function reported(step: Step, kind: CheckKind): Receipt {
  return {
    step: step.number,
    command: "",
    kind,
    supports: [kind],
    runner: "subagent",
    scope: "partial",
    targets: [],
    ended: "done",
    outcome: "passed",
    counts: {},
    reported: true,
  };
}
