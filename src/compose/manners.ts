import type { Judging } from "../corrector.ts";
import { reportRedactor } from "./observer-settings.ts";
import type { Settings } from "./settings.ts";

type Manners = Required<Pick<Judging, "gate" | "ignoreStandDown" | "redact">> & Pick<Judging, "user">;

/** Which turns are judged at all, and what is taken out of what is said: this needs no judge. */
export function composeManners({ config, env }: Pick<Settings, "config" | "env">): Manners {
  return {
    gate: config.gate,
    ignoreStandDown: config.standDown.ignore,
    // Nobody else asks for it, and to look it up takes reading the system's files.
    ...(config.gate.allow.length > 0 && loginName()),
    redact: reportRedactor(config, env),
  };
}

/** A user id without an entry, as in some containers, has no name. */
function loginName(): { readonly user?: string } {
  try {
    return { user: process.getBuiltinModule("node:os").userInfo().username };
  } catch {
    return {};
  }
}
