import type { LoadedConfig } from "../config.ts";
import { CoxError } from "../text/errors.ts";
import type { Io } from "./command.ts";

/** Settings without effect would seem to work. Every command that acts on settings reports them. */
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

/** Throws for wrong flags, even where a wrong file is only reported: a flag was typed just now. */
export function refuseWrongFlags({ problems }: LoadedConfig): void {
  const wrong = problems.filter(({ severity, origin }) => severity === "error" && origin.source === "flag");
  if (wrong.length > 0) throw new CoxError("usage", wrong.map(({ message }) => message).join("\n"));
}

/** For commands that wrong settings must not stop: reports each problem once, and what applies meanwhile. */
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
