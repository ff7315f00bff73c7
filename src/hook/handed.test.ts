import { afterEach, beforeEach, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { LABEL } from "../thread/own-words.ts";

let place: HookPlace;
let session: ClaudeSession;
beforeEach(() => {
  place = new HookPlace();
  session = new ClaudeSession().user("Fix the total. All tests must pass.").work();
});
afterEach(() => place.remove());

const FALSE_DONE = "Done. All tests pass now.";
const REQUEST = "line_5f0c2a9e_1";

/** What the host prints of us at a stop that ends with these words. */
async function stop(closing: string): Promise<string> {
  place.write(session.say(closing).text());
  return place.hook({ last_assistant_message: closing });
}

async function corrected(): Promise<string> {
  await stop(FALSE_DONE);
  const [{ injected, arrived, verdict } = {}] = await place.verdicts();
  expect({ injected, arrived }).toEqual({ injected: true, arrived: undefined });
  return `${LABEL}${verdict?.message}`;
}

it("counts as arrived what the agent answers", async () => {
  session
    .feedback(await corrected())
    .edit("src/cart.ts", "total", "sum")
    .passing();
  expect(await stop("Now all 12 tests pass.")).toBe("");
  expect(await place.verdicts()).toMatchObject([{ injected: true, arrived: true }, { verdict: { verdict: "ok" } }]);
  expect((await place.verdicts())[1]?.unmet).toBeUndefined();
});

it("counts as arrived what the agent went on after, where the host does not write what a hook says", async () => {
  await corrected();
  session.edit("src/cart.ts", "total", "sum").passing();
  await stop("Now all 12 tests pass.");
  expect(await place.verdicts()).toMatchObject([{ injected: true, arrived: true }, {}]);
});

it.each<[string, (session: ClaudeSession) => ClaudeSession]>([
  ["the person went on without it", (told) => told.user("Now the tax.").work("tax").passing()],
  ["the person pressed Esc", (told) => told.interrupted().user("Now the tax.").work("tax").passing()],
])("takes back what never arrived: %s", async (_, happens) => {
  await corrected();
  happens(session);
  await stop("Now all 12 tests pass.");
  const [first] = await place.verdicts();
  expect(first).toMatchObject({ injected: false, verdict: { verdict: "correct" } });
  expect(first?.gateReasons).toContain("✗ guard: the agent never got it: the turn had ended before");
  expect(await place.leavesFor(REQUEST)).toBe(0);
});

it("tells the person once what is still so after an objection, and keeps it", async () => {
  session.feedback(await corrected()).edit("src/cart.ts", "total", "sum");
  expect(JSON.parse(await stop("Now really done."))).toEqual({
    systemMessage: `${LABEL}the objection was not met: still no test run · cox why last`,
  });
  expect((await place.verdicts())[1]).toMatchObject({ verdict: { verdict: "ok" }, unmet: "still no test run" });
  session.edit("src/cart.ts", "sum", "total");
  expect(await stop("Really, really done.")).toBe("");
});

it("says nothing of it where the agent says so itself", async () => {
  session.feedback(await corrected()).edit("src/cart.ts", "total", "sum");
  expect(await stop("I could not run the tests here, so they are not verified.")).toBe("");
  expect((await place.verdicts())[1]?.unmet).toBeUndefined();
});
