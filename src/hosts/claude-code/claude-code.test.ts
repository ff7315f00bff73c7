import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { claudeCode, createReader } from "./claude-code.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/claude-code", import.meta.url));

describeHost({ host: claudeCode, fixtures });

let count = 0;

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

type Move =
  | { readonly type: "turn"; readonly calls: number; readonly answered: boolean }
  | { readonly type: "back"; readonly prompts: number };

/** The lines of a session in which somebody goes back now and then, and those of its branch that is alive. */
function session(moves: readonly Move[]): { readonly all: object[]; readonly alive: object[] } {
  const all: object[] = [];
  let alive: object[] = [];
  const prompts: { readonly parent: string | null; readonly alive: number }[] = [];
  let leaf: string | null = null;
  const add = (made: object, uuid: string) => {
    all.push(made);
    alive.push(made);
    leaf = uuid;
  };
  for (const [index, move] of moves.entries()) {
    if (move.type === "back") {
      const [to] = prompts.splice(-move.prompts);
      if (!to) continue;
      leaf = to.parent;
      alive = alive.slice(0, to.alive);
      continue;
    }
    prompts.push({ parent: leaf, alive: alive.length });
    add(user(`u${index}`, leaf), `u${index}`);
    add(noted(`a${index}`, `u${index}`), `a${index}`);
    if (!move.answered) continue;
    for (const [made, uuid] of callsAtOnce(index, move.calls)) add(made, uuid);
    add(say(`s${index}`, leaf), `s${index}`);
    add(note(`n${index}`, `s${index}`), `n${index}`);
  }
  return { all, alive };
}

/** Each call hangs on the one before it, and each result on its call. */
function callsAtOnce(turn: number, calls: number): (readonly [object, string])[] {
  const names = Array.from({ length: calls }, (_, index) => `c${turn}-${index}`);
  return [
    ...names.map((name, index) => [call(name, names[index - 1] ?? `a${turn}`, `m-${turn}`), name] as const),
    ...names.map((name) => [result(`r-${name}`, name), `r-${name}`] as const),
  ];
}

const noted = (uuid: string, parent: string) =>
  line(uuid, parent, { attachment: { type: "date" }, type: "attachment" });
const call = (uuid: string, parent: string, id: string) =>
  line(uuid, parent, {
    type: "assistant",
    message: { id, role: "assistant", content: [{ type: "tool_use", id: uuid, name: "Bash", input: {} }] },
  });
const result = (uuid: string, of: string) =>
  line(uuid, of, {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: of, content: "ok" }] },
    toolUseResult: { stdout: "ok" },
  });

describe("going back in Claude Code", () => {
  test("is seen in whatever order the keys of a line stand", () => {
    const reversed = [...opening(), user("three", null)].map((each) =>
      Object.fromEntries(Object.entries(each).reverse()),
    );
    expect(backs(reversed)).toEqual([null]);
  });

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

  test("leaves what a transcript tells that never had the rest, whatever was said, done and taken back", () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("turn" as const), calls: fc.nat(3), answered: fc.boolean() }),
        fc.record({ type: fc.constant("back" as const), prompts: fc.integer({ min: 1, max: 4 }) }),
      ),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(moves, (made) => {
        // That somebody went back shows with the next prompt.
        const { all, alive } = session([...made, { type: "turn", calls: 0, answered: true }]);
        const whole = fold(told(all));
        const live = fold(told(alive));
        expect(whole.messages).toEqual(live.messages);
        expect(whole.turns).toEqual(live.turns);
        expect([...whole.pending.keys()]).toEqual([...live.pending.keys()]);
        expect(whole.dropped).toBe(0);
      }),
    );
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
