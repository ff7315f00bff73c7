import { changedBetween } from "./claimed-checks.ts";
import type { Facts } from "../facts.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { kindOfName } from "../runners/task-names.ts";

/** True when, after the failure, something was changed and then a run passed that may have checked this kind too. */
export function mayHaveLookedToo(facts: Facts, kind: CheckKind, failed: Receipt): boolean {
  return facts.receipts.some(
    (run) =>
      run.step > failed.step &&
      mayLookAt(run, kind) &&
      run.outcome === "passed" &&
      changedBetween(facts, failed.step, run.step),
  );
}

/** True when a run of another kind may check this too: only the project knows what its builds and sessions do. */
export function mayLookAt(run: Receipt, kind: CheckKind): boolean {
  if (kind === "typecheck" && run.kind === "build") return !STRIPS_TYPES.test(run.runner);
  if (kind !== "lint" && kind !== "format" && kind !== "typecheck") return false;
  if (SESSIONS.test(run.runner)) return run.targets.some((names) => names.split(",").some((name) => isFor(name, kind)));
  return kind !== "typecheck" && PHASES.test(run.runner);
}

function isFor(session: string, kind: CheckKind): boolean {
  const named = kindOfName(session);
  return named ? named.kind === kind || named.also.includes(kind) : !session.startsWith("py");
}

/** Builders that remove types without checking them. */
const STRIPS_TYPES = /^(?:vite|esbuild|swc|babel|bun|parcel|sass|tailwindcss|py_compile|compileall)\b/;
/** Builders with phases to which linters and formatters are bound. */
const PHASES = /^(?:mvn\w?|gradlew? build)\b/;
const SESSIONS = /^(?:tox|nox)\b/;
