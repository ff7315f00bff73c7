import { CoxError } from "../../errors.ts";
import type { Model } from "../model.ts";
import { claudeProgram } from "./claude.ts";
import { type CliSurroundings, createCliModel } from "./cli-model.ts";
import type { CliProgram } from "./cli-program.ts";
import { codexProgram } from "./codex.ts";
import { geminiProgram } from "./gemini.ts";

export const CLI_PROGRAMS: readonly CliProgram[] = [claudeProgram, codexProgram, geminiProgram];

/** The model for `claude`, or for `claude/sonnet` to choose the model that the program uses. */
export function loginModel(name: string, surroundings: CliSurroundings): Model {
  const [program = "", ...rest] = name.split("/");
  const found = CLI_PROGRAMS.find((each) => each.name === program);
  if (found) return createCliModel(found, rest.length === 0 ? undefined : rest.join("/"), surroundings);
  throw new CoxError("config.invalid", `There is no login "cli/${program}".`, {
    hint: `Known are ${CLI_PROGRAMS.map((each) => `cli/${each.name}`).join(", ")}.`,
  });
}
