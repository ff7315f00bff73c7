import type * as sqlite from "node:sqlite";
import { CoxError } from "../errors.ts";

/**
 * Loads node:sqlite when a store is first opened, so that programs without one do not pay for it. Node 22 warns on
 * stderr that it is experimental, but a hook must print nothing there. Only that warning is dropped, and because
 * loading is synchronous, no other can be lost with it.
 */
export function loadSqlite(): typeof sqlite {
  const usual = Object.getOwnPropertyDescriptor(process, "emitWarning");
  if (!usual) return load();
  const emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (rest[0] === "ExperimentalWarning" && text.startsWith("SQLite ")) return;
    Reflect.apply(usual.value, process, [warning, ...rest]);
  };
  Object.defineProperty(process, "emitWarning", { ...usual, value: emitWarning });
  try {
    return load();
  } finally {
    Object.defineProperty(process, "emitWarning", usual);
  }
}

function load(): typeof sqlite {
  const module = process.getBuiltinModule("node:sqlite");
  if (module) return module;
  throw new CoxError("store.unavailable", "This Node was built without sqlite.", {
    hint: "Use an official build of Node 22.18 or newer.",
  });
}
