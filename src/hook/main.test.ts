import { resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { runHookProcess } from "../../test/support/hook-process.ts";

let place: HookPlace;
beforeEach(() => {
  place = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(place.env, BARE_ENVIRONMENT);
});
afterEach(() => place.remove());

it.each(["20", "99999999", "Infinity", "0", "soon"])("answers within %s seconds", async (within) => {
  const program = resolve(import.meta.dirname, "entry.ts");
  const input = place.input({ last_assistant_message: "Done. All tests pass now." });
  const ran = await runHookProcess(place, { program, input, within });
  expect(ran).toMatchObject({ code: 0, signal: null });
  expect(ran.out).toContain('"decision":"block"');
});
