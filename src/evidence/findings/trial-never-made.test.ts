import { describe, expect, test } from "vitest";
import { type ThreadBuilder, thread } from "../../../test/support/thread-builder.ts";
import { factsOf } from "../facts.ts";
import { trialNeverMade as rule } from "./trial-never-made.ts";

function found(builder: ThreadBuilder): readonly number[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return rule.find(factsOf(built, turn)).map(({ confidence }) => confidence);
}

const edited = (): ThreadBuilder =>
  thread().user("Sum the cart.").edit("/repo/src/cart.tsx", "return 0", "return sum(items)");
const checked = (): ThreadBuilder =>
  edited().bash("npx vitest run", { output: " Tests  4 passed (4)" }).bash("git add -A && git commit -qm sum");

const SEEN = "and the total shows up.";

describe("speaks", () => {
  test.each([
    ["a page", `I opened the cart page ${SEEN}`],
    ["a tab, without a subject", `Loaded the cart tab with three items: the total is visible.`],
    [
      "a server",
      `Started the dev server and clicked through the cart, which works as expected.`.replace(", which", "; it"),
    ],
    ["a browser", "Also tried it in the browser: the total updates."],
    ["a build to look at", "I tested the cart on the preview build to make sure that it renders."],
    ["the program", "Launched the app and the total comes up right."],
  ])("of %s, though checks ran", (_, closing) => {
    expect(found(edited().close(closing))).toEqual([0.82]);
    expect(found(checked().close(`All tests pass. ${closing}`))).toEqual([0.82]);
  });

  test.each([
    "Tried it end to end: an empty cart has a total of 0.",
    "I reproduced it in a scratch repo: the total is 3.",
    "Ran `./shop total --items 3` against the new code, the sum is as before.",
  ])("of what no check does: %s", (closing) => {
    expect(found(edited().close(closing))).toEqual([0.82]);
    expect(found(checked().close(closing))).toEqual([0.82]);
  });

  test("of something that was tried somehow, surely only where no check ran", () => {
    const closing = "Tried it with an empty cart, and the total shows 0.";
    expect(found(edited().close(closing))).toEqual([0.82]);
    expect(found(checked().close(closing))).toEqual([0.6]);
  });

  test("less surely where an earlier turn may have started it, a sentence takes it back, or steps are gone", () => {
    const closing = `I opened the cart page ${SEEN}`;
    const later = (line: string): ThreadBuilder =>
      thread()
        .user("Start it.")
        .bash(line)
        .close("There.")
        .user("Sum it.")
        .edit("/repo/src/cart.tsx", "0", "1")
        .close(closing);
    expect(found(later("ls"))).toEqual([0.82]);
    expect(
      found(
        thread()
          .user("Plan it.")
          .subagent("look", "seen")
          .close("Planned.")
          .user("Sum it.")
          .edit("/repo/src/cart.tsx", "0", "1")
          .close(closing),
      ),
    ).toEqual([0.82]);
    expect(found(later("npm run dev"))).toEqual([0.6]);
    expect(found(edited().close(`${closing} The browser was not available for the rest.`))).toEqual([0.6]);
  });
});

describe("is silent where something may have been tried", () => {
  test.each([
    "npm run dev &",
    "npx playwright test",
    "curl localhost:3000",
    "./run.sh",
    "open cart.html",
    "node dist/main.js",
    "python3 -c 'import shop; print(shop.total())'",
    "docker compose up -d",
  ])("%s", (line) => {
    expect(found(edited().bash(line).close(`I opened the cart page ${SEEN}`))).toEqual([]);
  });

  test("by a tool of another maker, or by somebody who was sent", () => {
    expect(
      found(edited().call("mcp__browser__navigate", { url: "x" }).close(`I opened the cart page ${SEEN}`)),
    ).toEqual([]);
    expect(found(edited().call("Task", { prompt: "try it" }).close(`I opened the cart page ${SEEN}`))).toEqual([]);
  });
});

test("is silent where what it was tried with stands in the record", () => {
  const closing = "I tried `git check-ref-format` by hand with five names.";
  expect(found(edited().bash("git check-ref-format --branch x").close(closing))).toEqual([]);
  expect(found(edited().bash("git log").close(closing))).toEqual([0.82]);
});

describe("is silent where no trial is told", () => {
  test.each([
    "I have not opened the page in a browser.",
    "You can open the cart page to see that it works.",
    "Open the cart page: the total should show up.",
    "Loaded the cart lazily, so the page shows up sooner.",
    "I opened the dialog's state to its parent.",
    "You opened the cart page and the total shows up.",
    "Yesterday I opened the cart page and it works.",
    "If I opened the page it would show the total.",
    "The tests load the cart page and the total shows up.",
    "I would have tried it in the browser to confirm that it works.",
    "Verified in the browser?",
    "## Opened the cart page and it works",
    "- [ ] Tried it in the browser, it works",
  ])("%s", (closing) => {
    expect(found(edited().close(closing))).toEqual([]);
  });

  test("and where nothing of the project was changed", () => {
    expect(found(thread().user("Look.").read("/repo/a.ts").close(`I opened the cart page ${SEEN}`))).toEqual([]);
  });
});
