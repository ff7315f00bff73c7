import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
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

it("takes out a home in an unusual place, also where no variable names it", async () => {
  const script = `
    const { DEFAULTS } = await import("./src/config.ts");
    const { reportRedactor } = await import("./src/compose/observer-settings.ts");
    const { HOME, USERPROFILE, ...unset } = process.env;
    console.log(reportRedactor(DEFAULTS, unset)("see /srv/wilhelmina/notes.txt"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: new URL("../..", import.meta.url),
    env: { ...BARE_ENVIRONMENT, HOME: "/srv/wilhelmina", USERPROFILE: "/srv/wilhelmina" },
  });
  expect(stdout).toBe("see ~/notes.txt\n");
});
