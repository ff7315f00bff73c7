import type { HookAnswer } from "../hosts/hook.ts";
import type { HookRun } from "./hook-run.ts";
import type { Look } from "./look.ts";

export async function steer(_run: HookRun, _look: Look): Promise<HookAnswer | undefined> {
  return undefined;
}
