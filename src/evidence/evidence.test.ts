import { describe, expect, test } from "vitest";
import { thread, ThreadBuilder } from "../../test/support/thread-builder.ts";
import { startFold } from "../thread/reducer.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import {
  carriedAfter,
  carriedBefore,
  carriedFromJson,
  carriedToJson,
  carryOver,
  evidenceOf,
  NOTHING_CARRIED,
} from "./evidence.ts";

const story = (): ThreadBuilder =>
  thread()
    .user("Sum the cart. Don't touch `src/api.ts`.")
    .read("/repo/package.json", '{ "scripts": { "check": "tsc --noEmit" } }')
    .edit("/repo/src/cart.ts", "return 0;", "return sum;")
    .bash("npm test", { output: " Tests  42 passed (42)\n" })
    .bash("npm run e2e > e2e.log 2>&1", { background: true, output: "Command running in background with ID: b1" })
    .close("All 42 tests pass.")
    .user("Now the footer.")
    .edit("/repo/src/footer.ts", "a", "b")
    .close("Done.");

function turnOf({ turns }: Thread, number: number): Turn {
  const turn = turns.find((each) => each.number === number);
  if (!turn) throw new Error(`no turn ${number}`);
  return turn;
}

describe("what earlier turns leave behind", () => {
  test("are their checks and bans", () => {
    const told = story().build();
    const carried = carriedBefore(told, turnOf(told, 2));
    expect(carried.checks.runs.map(({ command, end }) => [command, end])).toContainEqual(["npm test", "passed"]);
    expect(carried.bans).toMatchObject([{ kind: "file", place: "src/api.ts" }]);
    expect(carriedBefore(told, turnOf(told, 1))).toEqual(NOTHING_CARRIED);
  });

  test("is the same after JSON, and as good as the turns themselves", () => {
    const [whole, resumed] = [story().build(), story().build()];
    const carried = carriedAfter(whole, turnOf(whole, 1));
    const read = carriedFromJson(JSON.parse(JSON.stringify(carriedToJson(carried))));
    expect(read.checks.scripts).toBeInstanceOf(Map);
    expect(carriedToJson(read)).toEqual(carriedToJson(carried));
    carryOver(turnOf(resumed, 1), read);
    const [one, other] = [whole, resumed].map((each) => evidenceOf(each, turnOf(each, 2)));
    expect(JSON.parse(JSON.stringify(other?.record))).toEqual(JSON.parse(JSON.stringify(one?.record)));
    expect(other?.asked.bans).toEqual(one?.asked.bans);
  });

  test("of another version is no state", () => {
    expect(() => carriedFromJson({ version: 1 })).toThrow(TypeError);
    expect(() => carriedFromJson(null)).toThrow(TypeError);
  });

  test("is bounded, however long a thread is", () => {
    const long = thread();
    for (let turn = 0; turn < 300; turn++)
      long
        .user(`Don't touch \`src/f${turn}.ts\`.`)
        .edit(`/repo/src/g${turn}.ts`, "a", "b")
        .edit(`/repo/src/h${turn}.ts`, "a", "b")
        .bash(`npx vitest run src/g${turn}.test.ts`)
        .close("Done.");
    const told = long.build();
    const { checks, bans } = carriedAfter(told, turnOf(told, 300));
    expect(checks.runs.length).toBeLessThanOrEqual(200);
    expect(bans.length).toBeLessThanOrEqual(20);
  });
});

test("a turn that has grown is read anew, though it is the same object", () => {
  const first = thread()
    .user("Mend it.")
    .bash("npm test", { output: " Tests  1 passed (1)\n" })
    .close("Done.")
    .deltas();
  const growing = startFold();
  growing.add(first);
  const turn = turnOf(growing.thread, 1);
  expect(evidenceOf(growing.thread, turn)).toBe(evidenceOf(growing.thread, turn));
  const longer = new ThreadBuilder(first).bash("npm test", { exit: 1, output: " Tests  1 failed (1)\n" }).deltas();
  growing.add(longer.slice(first.length));
  expect(turnOf(growing.thread, 1)).toBe(turn);
  expect(evidenceOf(growing.thread, turn).record.runs.map(({ end }) => end)).toEqual(["passed", "failed"]);
});
