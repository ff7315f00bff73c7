import { placesIn, samePath, withoutPaths } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Prose, Sentence } from "../language/prose.ts";

export interface ToldChange {
  readonly path: string;
  readonly sentence: Sentence;
  /** The sentence says what was done in the file. "Updated" alone may be about the work of others, or a mere name. */
  readonly tellsWhat: boolean;
}

/** Files that the agent plainly says it changed, put something into, or took something out of. */
export function filesToldChanged(facts: Facts): ToldChange[] {
  const { closing, steps } = facts;
  // When nothing was changed or committed, the words are about a plan or somebody's branch: they are no report.
  if (!steps.some(({ action }) => action.changes.length > 0 || /\bcommit\b/.test(action.command ?? ""))) return [];
  const told = new Map<string, ToldChange>();
  for (const sentence of closing.prose.sentences) {
    const files = placesIn(sentence.text).filter(isFile);
    if (files.length === 0 || !isReport(facts, sentence)) continue;
    for (const path of files) {
      const tellsWhat = tellsWhatOf(facts, sentence, path);
      if (tellsWhat === undefined || told.get(path)?.tellsWhat === true) continue;
      if (tellsWhat || !told.has(path)) told.set(path, { path, sentence, tellsWhat });
    }
  }
  return [...told.values()];
}

function isFile(path: string): boolean {
  return !path.endsWith("/") && !/[*<{]/.test(path);
}

/** True when the sentence plainly says what the agent itself did in this turn, and not what a linter tidied. */
function isReport({ closing: { prose }, language }: Facts, sentence: Sentence): boolean {
  const { masked, kind, heading, ticked } = sentence;
  const { closing, modality, requests } = language;
  const { reason, tidying } = closing.written;
  if (kind === "heading" || ticked === false || masked.includes("?")) return false;
  const [, label = ""] = LABEL.exec(masked) ?? [];
  if (modality.openHeading.test(heading) || modality.openHeading.test(label)) return false;
  const said = withoutPaths(masked.replace(reason, ""));
  if (tidying.test(masked) || isOfOthers(language, prose, sentence)) return false;
  if (requests.toldOtherwise.test(said) || closing.byOthers.test(said) || closing.byOthers.test(heading)) return false;
  return ![modality.hedge, modality.future, modality.attribution, modality.instruction].some((it) => it.test(said));
}

/** "Proposal: …" */
const LABEL = /^([^:.;]{1,40}):/;

/** True when the words above the item's list say that it is somebody else's, or not done. */
export function isOfOthers({ closing, modality, requests }: Language, { sentences }: Prose, item: Sentence): boolean {
  if (item.kind !== "item" && item.kind !== "row") return false;
  const over = sentences.slice(0, item.index).findLast(({ kind }) => kind !== "item" && kind !== "row")?.masked ?? "";
  if (!over.trimEnd().endsWith(":")) return false;
  const { byOthers, written } = closing;
  return [requests.toldOtherwise, byOthers, modality.openHeading, modality.future, written.listsOther].some((it) =>
    it.test(over),
  );
}

/** Whether the sentence says what was done in the file; undefined when it does not say that something was done. */
function tellsWhatOf(facts: Facts, sentence: Sentence, path: string): boolean | undefined {
  const { masked, code } = sentence;
  const { intoFile, saidInFile, changedFile, doneToFile, stateOfFile, placeEnds } = facts.language.closing.written;
  const span = code.indexOf(path);
  const name = span === -1 ? path : `‹${span}›`;
  const at = Math.max(0, masked.indexOf(name));
  const before = placeEnds.test(masked.slice(at + name.length)) ? masked.slice(0, at) : "";
  if (intoFile.test(before) || saidInFile.test(before)) return true;
  if (changedFile.test(before)) return false;
  const after = wordsAfter(sentence, path);
  return doneToFile.test(after) && isAmongOthers(facts, sentence) ? !stateOfFile.test(after) : undefined;
}

/** The words after a path that begins the sentence: "`a.ts`: removed the flag". */
function wordsAfter({ text }: Sentence, path: string): string {
  const at = text.indexOf(path);
  return at > 2 ? "" : text.slice(at + path.length, at + path.length + MOST_AFTER);
}

const MOST_AFTER = 60;

/** True when another file of the same list was changed in this turn: it is no list of somebody else's work. */
function isAmongOthers({ changes, closing }: Facts, { kind, heading }: Sentence): boolean {
  if (kind !== "item" && kind !== "row") return false;
  return closing.prose.sentences.some((other) => {
    const [first] = other.kind === kind && other.heading === heading ? placesIn(other.text) : [];
    if (first === undefined || other.text.indexOf(first) > 2) return false;
    return changes.some((change) => samePath(change.path, first));
  });
}
