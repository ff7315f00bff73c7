import { CoxError } from "../errors.ts";
import type { Io } from "./command.ts";

export async function agrees({ ask }: Pick<Io, "ask">, question: string, unsaid: "yes" | "no"): Promise<boolean> {
  const answer = (await ask?.(`${question} ${unsaid === "yes" ? "[Y/n]" : "[y/N]"} `))?.trim();
  return answer === "" ? unsaid === "yes" : /^y(?:es)?$/i.test(answer ?? "");
}

interface Wishes {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Throws when a command must ask but cannot: there is nobody to ask, or the question would stand in JSON output. */
export function expectAnswer({ yes, dryRun, json }: Wishes, { ask }: Pick<Io, "ask">, what: string): void {
  if (yes || dryRun || (ask && !json)) return;
  throw new CoxError("usage", "there is nobody to ask.", {
    hint: `Add --yes, or --dry-run to see what would ${what}.`,
  });
}
