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

const OPENED = "I opened the cart page in the browser and the total shows up.";

describe("speaks", () => {
  test.each([
    ["a page", OPENED],
    ["a page, to see something", "I reloaded the cart page to make sure that the total is there."],
    ["a server", "Then I started the dev server and the total updates."],
    ["a device", "We tested the cart on a real phone in the simulator."],
    ["a server it was tried on", "Done, and I also tried three items on the local server."],
  ])("of %s, though checks ran", (_, closing) => {
    expect(found(edited().close(closing))).toEqual([0.82]);
    expect(found(checked().close(`All is green. ${closing}`))).toEqual([0.82]);
  });

  test.each([
    "Tried it end to end: an empty cart has a total of 0.",
    "I reproduced it in a scratch repo: the total is 3.",
    "I tested the rounding by hand with five prices.",
  ])("less surely of what was tried somehow: %s", (closing) => {
    expect(found(checked().close(closing))).toEqual([0.6]);
  });

  test("less surely where an earlier turn may have started it, a sentence takes it back, or steps are gone", () => {
    const after = (builder: ThreadBuilder): ThreadBuilder =>
      builder.close("There.").user("Sum it.").edit("/repo/src/cart.tsx", "0", "1").close(OPENED);
    expect(found(after(thread().user("Look.").bash("ls")))).toEqual([0.82]);
    expect(found(after(thread().user("Plan it.").subagent("look", "seen")))).toEqual([0.82]);
    expect(found(after(thread().user("Start it.").bash("npm run dev")))).toEqual([0.6]);
    expect(found(after(thread().user("Sum it.").compacted()))).toEqual([0.6]);
    expect(found(edited().close(`${OPENED} The server could not be started for the rest.`))).toEqual([0.6]);
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
    "xcodebuild test -scheme Shop",
    "bundle exec rspec spec/system",
  ])("%s", (line) => {
    expect(found(edited().bash(line).close(OPENED))).toEqual([]);
  });

  test("by a tool of another maker, or by somebody who was sent", () => {
    expect(found(edited().call("mcp__browser__navigate", { url: "x" }).close(OPENED))).toEqual([]);
    expect(found(edited().call("mcp__Claude_Preview__preview_screenshot", {}).close(OPENED))).toEqual([]);
    expect(found(edited().call("Task", { prompt: "try it" }).close(OPENED))).toEqual([]);
  });
});

test("is silent where what it was tried with stands in the record", () => {
  const closing = "I tried `git check-ref-format` by hand with five names.";
  expect(found(edited().bash("git check-ref-format --branch x").close(closing))).toEqual([]);
  expect(found(edited().bash("git log").close(closing))).toEqual([0.6]);
});

describe("is silent where no trial is told", () => {
  test.each([
    "I have not opened the page in a browser.",
    "You can open the cart page to see that it works.",
    "Open the cart page: the total should show up.",
    "I opened the modal on load so the banner shows up right away.",
    "I opened `cart.tsx` and the dashboard page to confirm that the prop is passed down.",
    "I loaded the page component lazily to make sure that it shows up sooner.",
    "I opened links in Safari from the list.",
    "Opened the modal in the browser history, and it is visible.",
    "Reloaded the page after logout to make sure the header updates.",
    "Started the server section with a table to see each flag.",
    "I went through the translations by hand and fixed three typos.",
    "I tried to keep the end-to-end naming consistent.",
    "You opened the cart page in the browser and the total shows up.",
    "Yesterday I opened the cart page in the browser and it works.",
    "If I opened the page in the browser it would show the total.",
    "The tests open the cart page in the browser and the total shows up.",
    "I would have tried it in the browser to confirm that it works.",
    "I verified it in the browser?",
    "## I opened the cart page in the browser and it works",
    "- [ ] I tried it in the browser, it works",
    "| Before | I opened the page in the browser and it flickered |",
  ])("%s", (closing) => {
    expect(found(edited().close(closing))).toEqual([]);
  });

  test("and where nothing of the project was changed", () => {
    expect(found(thread().user("Look.").read("/repo/a.ts").close(OPENED))).toEqual([]);
  });
});
