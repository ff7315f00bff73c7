import type { Config, Variables } from "../config.ts";
import type { Judging } from "../corrector.ts";
import { reportRedactor } from "./observer-settings.ts";

export interface Settings {
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
}

type JudgingBasics = Required<Pick<Judging, "gate" | "ignoreStandDown" | "redact">> & Pick<Judging, "user">;

/** Which turns are judged at all, and what is removed from our messages; needs no judge. */
export function composeJudgingBasics({ config, env }: Pick<Settings, "config" | "env">): JudgingBasics {
  return {
    gate: config.gate,
    ignoreStandDown: config.standDown.ignore,
    // Looked up only for the allow-list, because it means reading system files.
    ...(config.gate.allow.length > 0 && loginName()),
    redact: reportRedactor(config, env),
  };
}

/** The user's login name. A user id without an entry, as in some containers, has none. */
function loginName(): { readonly user?: string } {
  try {
    return { user: process.getBuiltinModule("node:os").userInfo().username };
  } catch {
    return {};
  }
}
