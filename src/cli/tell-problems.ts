import type { LoadedConfig } from "../config.ts";
import { CoxError } from "../errors.ts";
import type { Io } from "./command.ts";

/**
 * A project's file that sets what it may not, or a variable that no key has, would look as if it held: whoever acts on
 * settings says so.
 */
export function tellIgnored(loaded: LoadedConfig, io: Pick<Io, "err">): void {
  for (const message of ignoredSettings(loaded)) io.err(`warning: ${message}\n`);
}

export function ignoredSettings(loaded: LoadedConfig): string[] {
  return ignoredIn(loaded).map(({ message }) => message);
}

export function isIgnored(loaded: LoadedConfig, key: string): boolean {
  return ignoredIn(loaded).some((problem) => problem.key === key);
}

function ignoredIn({ problems }: LoadedConfig): LoadedConfig["problems"] {
  return problems.filter(({ severity }) => severity === "warning");
}

/** Where a wrong file is only told, since it may appear at any time: a wrong flag is a command that was never right. */
export function refuseWrongFlags({ problems }: LoadedConfig): void {
  const wrong = problems.filter(({ severity, origin }) => severity === "error" && origin.source === "flag");
  if (wrong.length > 0) throw new CoxError("usage", wrong.map(({ message }) => message).join("\n"));
}

/** Where nothing may be stopped by wrong settings: each of them is told once, and what holds instead. */
export function problemTeller(command: string, io: Pick<Io, "err">): (loaded: LoadedConfig) => void {
  const told = new Set<string>();
  return ({ problems, origins }) => {
    const isHeldBack = origins.get("mode")?.source === "safety";
    const meanwhile = isHeldBack ? " Until it is mended nothing is said, and no model is asked." : "";
    for (const { severity, message } of problems) {
      if (!told.has(message)) io.err(`cox ${command}: ${message}${severity === "error" ? meanwhile : ""}\n`);
      told.add(message);
    }
  };
}
