import { describe, expect, test } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import { createReader } from "./reader.ts";

let count = 0;

/** A line under a name; its time is that of its place unless it says otherwise. */
function line(uuid: string, parentUuid: string | null | undefined, body: object): object {
  count += 1;
  const timestamp = new Date(Date.parse("2026-03-09T08:00:00.000Z") + count * 1000).toISOString();
  return { parentUuid, isSidechain: false, sessionId: "s", cwd: "/w", uuid, timestamp, ...body };
}
const user = (uuid: string, parent: string | null | undefined, more: object = {}) =>
  line(uuid, parent, { type: "user", message: { role: "user", content: uuid }, ...more });
const say = (uuid: string, parent: string | null | undefined) =>
  line(uuid, parent, {
    type: "assistant",
    message: { id: `m-${uuid}`, role: "assistant", content: [{ type: "text", text: uuid }], stop_reason: "end_turn" },
  });
const note = (uuid: string, parent: string) => line(uuid, parent, { type: "system", subtype: "turn_duration" });

function told(lines: readonly object[]): Delta[] {
  const reader = createReader();
  return lines.flatMap((each) => {
    const reading = reader.read(Buffer.from(JSON.stringify(each)));
    return reading.type === "deltas" ? reading.deltas : [];
  });
}

function backs(lines: readonly object[]): (string | null)[] {
  return told(lines).flatMap((delta) => (delta.type === "thread:rewound" ? [delta.to] : []));
}

const opening = () => [user("one", null), say("a", "one"), note("n", "a"), user("two", "n"), say("b", "two")];

describe("going back in Claude Code", () => {
  test("a prompt that takes another's place takes back all that came of it", () => {
    expect(backs([...opening(), user("three", "n")])).toEqual(["m-a"]);
    const thread = fold(told([...opening(), user("three", "n"), say("c", "three")]));
    expect(thread.messages.map(({ id }) => id)).toEqual(["one", "m-a", "three", "m-c"]);
  });

  test("the first prompt's place is the beginning, also right after it", () => {
    expect(backs([user("one", null), say("a", "one"), user("again", null)])).toEqual([null]);
    expect(backs([...opening(), user("again", null)])).toEqual([null]);
  });

  test("one goes back as often as one likes, and only to what is alive", () => {
    const lines = [...opening(), user("three", "n"), say("c", "three"), user("four", "n"), user("five", "c")];
    expect(backs(lines)).toEqual(["m-a", "m-a"]);
  });

  test.each([
    ["goes on", [...opening(), user("three", "b")]],
    ["hangs on a line that is not here", [...opening(), user("three", "elsewhere")]],
    ["hangs on an answer that nobody else hangs on", [...opening(), user("three", "a")]],
    ["says nothing about its place", [...opening(), user("three", undefined)]],
    ["is a copy", [...opening(), user("three", "n", { timestamp: "2026-03-09T08:00:00.000Z" })]],
    ["begins another session", [...opening(), user("three", null, { sessionId: "t" })]],
    ["is the host's", [...opening(), user("three", "n", { isMeta: true })]],
    ["stands in a file where no line has a parent", [user("one", null), say("a", null), user("two", null)]],
    ["stands in a file where no line says one", [user("one", undefined), say("a", undefined), user("two", undefined)]],
  ])("a prompt that %s takes nothing back", (_, lines) => {
    expect(backs(lines)).toEqual([]);
  });

  test("who goes back very far is not followed, and what is remembered does not grow", () => {
    const reader = createReader();
    const read = (each: object) => reader.read(Buffer.from(JSON.stringify(each)));
    read(user("first", null));
    for (let index = 0; index < 600; index += 1) read(user(`u${index}`, `p${index}`));
    expect(read(user("back", "p0"))).toMatchObject({ deltas: [{ type: "user:message" }] });
    expect(read(user("near", "p590"))).toMatchObject({ deltas: [{ type: "thread:rewound" }, {}] });
    expect(JSON.stringify(reader.state()).length).toBeLessThan(60_000);
  });
});
