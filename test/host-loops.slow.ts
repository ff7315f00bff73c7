import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { composeSupervisor } from "../src/compose/acp.ts";
import { loadConfig } from "../src/config.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import { AcpAgent } from "./support/acp-agent.ts";
import { HookPlace } from "./support/hook-place.ts";
import { HOST_PROTOCOLS } from "./support/host-protocols/host-protocols.ts";
import type { HostProtocol } from "./support/host-protocols/protocol.ts";
import { type ProviderServer, startProviderServer } from "./support/provider-server/server.ts";
import { report } from "./support/report.ts";
import { WatchedSession, type Work } from "./support/watched-session.ts";

/** Always objects, and never twice in the same words. */
let server: ProviderServer;
let objections = 0;
beforeAll(async () => {
  server = await startProviderServer(() => {
    const word = `w${(objections += 1)}`;
    const input = { needsCorrection: true, message: `${word}a ${word}b ${word}c ${word}d`, confidence: 1, steps: [1] };
    return { type: "answer", calls: [{ name: "course_correct", input }] };
  });
});
afterAll(() => server.close());

const places: HookPlace[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

let ids = 0;
const newId = (): string => `id-${(ids += 1)}`;

function placeWith(settings: object): HookPlace {
  const providers = { own: { baseURL: `${server.url}/v1` } };
  const place = new HookPlace().settings({ observer: { model: "own/judge" }, providers, ...settings });
  places.push(place);
  return place;
}

/** Also while the agent works, as often as can be. */
const PARALLEL = { mode: "parallel", parallel: { graceMs: 5000, minToolCallsBetween: 0, maxCostShare: 1 } };

/** Work that is broken, and never in the same place twice: proof objects each time to something else. */
function broken(): Work {
  return { exit: 0, closing: "The total is rounded now.", breaks: `src/part-${newId()}.ts` };
}

/** Nothing that anybody could prove wrong: only a model objects. */
function truth(): Work {
  return { exit: 0, closing: "The total is rounded now." };
}

function timesHeard({ heard }: WatchedSession): number[] {
  return [...heard.values()].map((said) => said.length);
}

const SPOKEN_TO = HOST_PROTOCOLS.filter(({ name }) => name !== "vscode");
const STEERED = SPOKEN_TO.filter(({ between }) => between !== undefined);

describe("a judge that always objects, in new words every time", () => {
  // Answers are verified in our own agent alone: for a hook that mode is as the usual one.
  const modes = SPOKEN_TO.flatMap((protocol) => ["end-turn", "verify"].map((mode) => ({ protocol, mode })));

  it.each(modes)("is heard twice for each request by $protocol.name ($mode)", async ({ protocol, mode }) => {
    const session = new WatchedSession(placeWith({ mode }), protocol, "s1", newId);
    for (const request of ["Round the total.", "Now the tax."]) {
      session.user(request);
      await session.stop(truth());
      for (let stop = 0; stop < 3; stop += 1) await session.stop(broken(), { active: stop % 2 === 0 });
    }
    expect(timesHeard(session)).toEqual([2, 2]);
  });

  it.each(SPOKEN_TO)("is heard in each session of $name, however they began", async (protocol) => {
    const place = placeWith({});
    for (const name of ["s1", "s2", "s3"]) {
      const session = new WatchedSession(place, protocol, name, newId).user(`Round the total of ${name}.`);
      for (let stop = 0; stop < 3; stop += 1) await session.stop(broken());
      expect(timesHeard(session)).toEqual([2]);
    }
  });

  it.each(STEERED)("is heard twice by $name while it works", async (protocol) => {
    const session = new WatchedSession(placeWith(PARALLEL), protocol, "s1", newId).user("Round the total.");
    for (let step = 0; step < 3; step += 1) {
      await session.between(truth());
      await session.stop(broken());
    }
    expect(timesHeard(session)).toEqual([2]);
  });

  it.each(SPOKEN_TO)("is never heard by $name in the shadow", async (protocol) => {
    const place = placeWith({ mode: "shadow" });
    const session = new WatchedSession(place, protocol, "s1", newId).user("Round the total.");
    await session.stop(truth());
    await session.stop(broken());
    expect(timesHeard(session)).toEqual([]);
    expect(await place.verdicts()).toMatchObject([{ injected: "shadow" }, { injected: "shadow" }]);
  });

  it("is never heard by a host whose transcripts nobody can read", async () => {
    const vscode = HOST_PROTOCOLS.find(({ name }) => name === "vscode")!;
    const session = new WatchedSession(placeWith({}), vscode, "s1", newId).user("Round the total.");
    await session.stop(broken());
    expect(timesHeard(session)).toEqual([]);
  });
});

describe("the same judge between an editor and its agent", () => {
  it.each([
    ["end-turn", [2, 2, 2, 2]],
    ["shadow", [0, 0, 0, 0]],
    ["off", [0, 0, 0, 0]],
  ])("is heard as often as it may be (%s), also after a restart", async (mode, times) => {
    const place = placeWith({ mode });
    const { config } = loadConfig({ cwd: place.root, env: place.env });
    const heard: number[] = [];
    for (const requests of [
      ["Round the total.", "Now the tax."],
      ["And the sum.", "And the rest."],
    ]) {
      const store = await openSqliteStore(place.store);
      const settings = { config, env: place.env, cwd: place.root };
      const supervisor = composeSupervisor({ store, settingsFor: () => settings });
      const agent = new AcpAgent(supervisor, "s1", () => `I created \`NOTES-${newId()}.md\`.`);
      for (const request of requests) await agent.prompt(request);
      heard.push(...agent.corrections);
      await store.close();
    }
    expect(heard).toEqual(times);
  });
});

type Move =
  | { readonly type: "stop"; readonly session: number; readonly active: boolean; readonly hooks: number }
  | { readonly type: "user" | "compact" | "resume" | "fork" | "between"; readonly session: number };

const session = fc.nat(2);
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant("stop" as const),
      session,
      active: fc.boolean(),
      hooks: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(...(["user", "compact", "resume", "fork", "between"] as const)),
      session,
    }),
  },
);

describe("any sequence of stops, messages, resumed, forked and compacted sessions, each stop in a process of its own", () => {
  let moves = 0;
  afterAll(() => report(`host loops: ${moves} moves with ${SPOKEN_TO.length} hosts, never more than 2 corrections`));

  it.each(SPOKEN_TO)("never gets more than two corrections for a request: $name", async (protocol) => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 8, maxLength: 14, size: "max" }), async (sequence) => {
        moves += sequence.length;
        const heard = await play(protocol, sequence);
        most = Math.max(most, ...heard.values());
        for (const [request, times] of heard) expect(times, request).toBeLessThanOrEqual(2);
      }),
      { numRuns: 6, seed: 20_261_115 },
    );
    expect(most).toBe(2);
  });

  /** How often each request of the person was corrected, in all the sessions that it stands in. */
  async function play(protocol: HostProtocol, sequence: readonly Move[]): Promise<Map<string, number>> {
    const place = placeWith(PARALLEL);
    const sessions = [new WatchedSession(place, protocol, "s0", newId).user("Round the total.")];
    const heard = new Map<string, number>();
    for (const move of sequence) {
      const moved = sessions[move.session % sessions.length]!;
      for (const request of await make(move, moved)) heard.set(request, (heard.get(request) ?? 0) + 1);
    }
    return heard;

    async function make(move: Move, moved: WatchedSession): Promise<readonly string[]> {
      switch (move.type) {
        case "stop":
          return moved.stop(move.hooks === 1 ? broken() : truth(), move);
        case "between":
          return protocol.between ? moved.between(truth()) : [];
        case "user":
          moved.user(`And ${newId()}.`);
          return [];
        case "compact":
          moved.compact();
          return [];
        case "resume":
          moved.resume();
          return [];
        case "fork":
          sessions.push(moved.fork(`s${sessions.length}`));
          return [];
      }
    }
  }
});
