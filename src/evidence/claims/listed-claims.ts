import type { Language } from "../language/language.ts";
import type { Prose, Sentence } from "../language/prose.ts";

/** True when a list item or table row says when something happens or what is expected, not what happened. */
export function isPartOfSomething(sentence: Sentence, prose: Prose, language: Language): boolean {
  if (sentence.kind === "item") return isListedCondition(sentence, prose, language);
  return sentence.kind === "row" && language.modality.expectedColumn.test(tableHead(sentence, prose));
}

function isListedCondition(sentence: Sentence, { sentences }: Prose, language: Language): boolean {
  const { modality } = language;
  const leadIn = sentences.slice(0, sentence.index).findLast((before) => before.kind !== "item");
  if (leadIn !== undefined && (modality.conditionLeadIn.test(leadIn.masked) || opensList(leadIn, language)))
    return true;
  // "Before my change:", "Once CI runs:"
  const over = leadIn?.masked.endsWith(":") ? leadIn.masked : "";
  if (over !== "" && (modality.attributed.test(over) || modality.conditional.test(over))) return true;
  const label = modality.stateLabel.exec(sentence.masked)?.[1]?.toLowerCase();
  if (label === undefined) return false;
  return [sentences[sentence.index - 1], sentences[sentence.index + 1]].some((beside) => {
    const other = beside?.kind === "item" ? modality.stateLabel.exec(beside.masked)?.[1] : undefined;
    return other !== undefined && other.toLowerCase() !== label;
  });
}

/** True when the last words before a list head it as open work: "I fixed it. To test:", but not "To test I ran:". */
function opensList({ kind, masked }: Sentence, { modality, claims }: Language): boolean {
  if (kind !== "prose" || masked.length > LONGEST_LEAD_IN || !masked.endsWith(":")) return false;
  return (
    modality.openHeading.test(masked) && !claims.some(({ type, pattern }) => type === "ran" && pattern.test(masked))
  );
}

const LONGEST_LEAD_IN = 60;

function tableHead({ index }: Sentence, { sentences }: Prose): string {
  let first = index;
  while (sentences[first - 1]?.kind === "row") first -= 1;
  return first === index ? "" : (sentences[first]?.masked ?? "");
}

/** True in a list that counts other things too ("Models: 12/12"): it tells how many are done, not how tests went. */
export function isCountedBeside(
  { kind, index, masked }: Sentence,
  { sentences }: Prose,
  { closing, topics }: Language,
): boolean {
  if (kind !== "item" || !closing.share.test(masked)) return false;
  return [sentences[index - 1], sentences[index + 1]].some(
    (beside) => beside?.kind === "item" && closing.share.test(beside.masked) && !topics.tests.test(beside.text),
  );
}
