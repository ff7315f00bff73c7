import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { loadConfig } from "../config.ts";
import { observerRequest } from "../observer/observer.ts";
import { OBSERVER_PROMPT } from "../observer/prompt.ts";
import { observerSettings } from "./observer-settings.ts";

it("asks about an ended turn as such in every mode: only who looks at a running one says so", async () => {
  const ended = thread().user("Fix it.").edit("/repo/a.ts", "a", "b").close("Fixed.").build();
  for (const mode of ["end-turn", "parallel", "verify"]) {
    const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/her", overrides: { mode } });
    const settings = await observerSettings(config, {});
    expect(observerRequest(ended, ended.turns[0]!, settings).system, mode).toBe(OBSERVER_PROMPT);
  }
});
