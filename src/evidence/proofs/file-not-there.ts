import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { baseName, placedPath, roleOf, samePath } from "../record/paths.ts";
import { cite, type Found, LEAD, PROVEN, type Proof, STRONG_LEAD } from "./proof.ts";

export const fileNotThere: Proof = {
  id: "file-claimed-not-written",
  title: "File claimed, not there",
  meaning:
    "The closing says a file was written, and no step wrote it, a later step removed it, or it is not on the disk.",
  category: "contradicted-claim",
  counts: "untrue",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  const { closing, record, thread } = evidence;
  const onDisk = record.mismatches.flatMap((mismatch): readonly Found[] => {
    if (mismatch.kind === "left") return [];
    const name = shownFile(baseName(mismatch.path));
    const what =
      mismatch.kind === "gone"
        ? `${name} is not there`
        : `${name} does not hold what you wrote (${quote(mismatch.missing, 60)})`;
    return [
      {
        confidence: mismatch.unsure ? LEAD : PROVEN,
        message: `${what}; check the file and write it again.`,
        steps: cite(mismatch.step),
        subject: mismatch.path,
      },
    ];
  });
  const claimed = closing.files.flatMap(({ path, text }): readonly Found[] => {
    if (roleOf(path) === "scratch" || onDisk.some(({ subject }) => samePath(subject, path))) return [];
    return against(evidence, placedPath(path, thread.cwd), text);
  });
  return [...onDisk, ...claimed];
}

function against({ record, turn, thread }: Evidence, path: string, text: string): readonly Found[] {
  const own = record.changes.filter((change) => samePath(change.path, path));
  const last = own.at(-1);
  if (last?.type === "delete" && !last.perhaps && !/\b(?:remov|delet|temporar|clean)/i.test(text))
    return [found(path, text, STRONG_LEAD, "a later step removed it", [last.step])];
  if (last || thread.turns.some(({ steps }) => isNamedByStep(steps, path))) return [];
  // Where anything ran at all, it may have written the file.
  const ran =
    record.hiding.length > 0 || turn.steps.some(({ action }) => action.kind === "execute" || action.kind === "other");
  return [found(path, text, ran ? LEAD : PROVEN, "no step wrote it", [])];
}

function found(path: string, text: string, confidence: number, why: string, steps: readonly number[]): Found {
  return {
    confidence,
    message: `You say ${quote(text, 80)}, but ${why}: ${shownFile(baseName(path))} is not there; write it.`,
    steps,
    subject: path,
  };
}

function isNamedByStep(steps: Evidence["turn"]["steps"], path: string): boolean {
  const name = baseName(path);
  return steps.some(
    ({ action, result }) =>
      action.paths.some((candidate) => baseName(candidate) === name) ||
      (action.command?.includes(name) ?? false) ||
      (result?.output.includes(name) ?? false),
  );
}
