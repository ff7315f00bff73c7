import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { HOST_PROTOCOLS } from "../../test/support/host-protocols/host-protocols.ts";
import { WatchedSession } from "../../test/support/watched-session.ts";

const HONEST = "The total is right now, but one test still fails: it rounds differently.";
const FINE = "Fixed. All 12 tests pass.";
let place: HookPlace;
beforeEach(() => {
  place = new HookPlace();
});
afterEach(() => place.remove());

const failing = () => new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing().say(HONEST).text();
const stop = (closing: string, change: object = {}) => place.hook({ last_assistant_message: closing, ...change });
const SHOW_NOTHING = ["copilot", "cursor", "vscode"];
const FAILED = expect.stringMatching(/^Coxswain: "vitest run" – failed: 11 passed, 1 failed.* · cox why last$/);

describe("the receipt at a stop", () => {
  it.each([
    ["off", failing(), HONEST, undefined],
    ["problems", failing(), HONEST, { systemMessage: FAILED }],
    ["problems", new ClaudeSession().honestTurn().text(), FINE, undefined],
    ["always", new ClaudeSession().honestTurn().text(), FINE, { systemMessage: expect.stringContaining("12 passed") }],
    ["always", new ClaudeSession().shortTurn().text(), "It sums up the cart.", undefined],
    // Few calls are no reason to keep a failure from the person.
    [
      "problems",
      new ClaudeSession().user("Do they pass?").failing().say("No.").text(),
      "No.",
      { systemMessage: FAILED },
    ],
  ])("%s", async (receipt, session, closing, told) => {
    const output = await (place.settings({ receipt }).write(session), stop(closing));
    expect(output === "" ? undefined : JSON.parse(output)).toEqual(told);
  });

  it("is not said twice: not beside a correction, and not by a second hook at the same stop", async () => {
    place.settings({ receipt: "always" }).write(new ClaudeSession().falseTurn().text());
    const corrected = JSON.parse(await stop("Done. All tests pass now."));
    expect(corrected.systemMessage).toBe("Coxswain sent the agent back to work · cox why last");
    place.write(failing());
    expect(await stop(HONEST, { session_id: "another" })).toContain("systemMessage");
    expect(await stop(HONEST, { session_id: "another" })).toBe("");
  });

  it("has no secret in it", async () => {
    const key = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;
    const session = new ClaudeSession().user("Try it.").work().bash(`TOKEN=${key} npx vitest run`, "1 failed", 1);
    place.settings({ receipt: "problems" }).write(session.say(HONEST).text());
    const said = await stop(HONEST);
    expect(said).toContain("vitest run");
    expect(said).not.toContain("aB3dE5");
  });

  it.each(HOST_PROTOCOLS)("is shown by $name, if it shows a person anything", async (protocol) => {
    let ids = 0;
    const session = new WatchedSession(
      place.settings({ receipt: "problems" }),
      protocol,
      "s1",
      () => `id-${(ids += 1)}`,
    );
    await session.user("Fix the total in src/cart.ts.").stop({ exit: 1, closing: HONEST });
    const [printed = ""] = session.printed;
    const shown = printed.trim() === "" ? undefined : JSON.parse(printed);
    expect(shown).toEqual(SHOW_NOTHING.includes(protocol.name) ? undefined : { systemMessage: FAILED });
    expect(session.heard.size).toBe(0);
  });

  it("is nothing that a project may ask for", async () => {
    writeFileSync(join(place.root, ".coxswain.json"), JSON.stringify({ receipt: "always" }));
    place.settings({ trust: { projects: [place.root] } }).write(failing());
    expect(await stop(HONEST)).toBe("");
  });
});
