import { baseName, samePath } from "../evidence/record/paths.ts";
import type { Step, Turn } from "../thread/thread.ts";
import { short } from "./short.ts";

const MAX_EDITS = 2;

/** Edits that failed, if no later step is seen to change or name their file. */
export function failedEditLines({ steps }: Turn): string[] {
  return steps
    .flatMap((step) => {
      const path = failedEditOf(step);
      return path !== undefined && !steps.some((later) => later.number > step.number && touches(later, path))
        ? [`edit failed in step ${step.number} and was not repeated: ${short(path)}`]
        : [];
    })
    .slice(-MAX_EDITS);
}

function failedEditOf({ action, result }: Step): string | undefined {
  if (result?.status !== "error" || (action.kind !== "edit" && action.kind !== "create")) return undefined;
  return action.paths[0];
}

function touches({ action }: Step, path: string): boolean {
  if (action.kind === "read" || action.kind === "search") return false;
  const name = baseName(path);
  return action.paths.some((other) => samePath(other, path)) || (action.command?.includes(name) ?? false);
}
