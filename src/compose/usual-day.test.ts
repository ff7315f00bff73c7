import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DEFAULTS } from "../config.ts";
import { usualDay } from "./usual-day.ts";

const NOW = Date.parse("2026-11-12T09:00:00Z");
let home: string;

beforeEach(() => {
  home = temporaryDirectory();
});

function session(name: string, at: string, tell: (session: ClaudeSession) => ClaudeSession): void {
  const directory = join(home, ".claude", "projects", "shop");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${name}.jsonl`);
  writeFileSync(file, tell(new ClaudeSession({ session: name, at })).text());
  utimesSync(file, new Date(at), new Date(at));
}

function day(hosts = ["claude-code"]) {
  return usualDay({ config: DEFAULTS, hosts, home, env: {}, now: () => NOW });
}

it("counts the stops that a model would be asked about, and what one of them takes", () => {
  const worked = (each: ClaudeSession) =>
    each.user("Mend the cart.").work().passing().say("Done.").user("And now the tax?").work().passing().say("Done.");
  session("a", "2026-11-02T09:00:00Z", worked);
  session("b", "2026-11-08T09:00:00Z", (each) => worked(each).user("Thanks!").say("Gladly."));
  session("c", "2026-11-09T09:00:00Z", (each) => each.user("What is this?").read("src/cart.ts").say("A cart."));
  session("old", "2026-09-01T09:00:00Z", worked);
  const { stops, inputTokens, outputTokens } = day() ?? { stops: 0, inputTokens: 0, outputTokens: 0 };
  expect(stops).toBeCloseTo(4 / 14);
  expect(inputTokens).toBeGreaterThan(2500);
  expect(inputTokens).toBeLessThan(8000);
  expect(outputTokens).toBe(173);
});

it("tells nothing where there is nothing to tell it from", () => {
  expect(day()).toBeUndefined();
  session("c", "2026-11-09T09:00:00Z", (each) => each.user("What is this?").say("A cart."));
  expect(day()).toBeUndefined();
  expect(day(["codex"])).toBeUndefined();
});
