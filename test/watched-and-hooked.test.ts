import { afterEach, describe, expect, it } from "vitest";
import { findInPlaces, restat } from "../src/audit/find-transcripts.ts";
import { provingOf } from "../src/audit/proving.ts";
import { startWatch } from "../src/audit/watch.ts";
import { explainVerdict } from "../src/decisions/explain-verdict.ts";
import { findVerdict } from "../src/decisions/find-verdict.ts";
import { type Stop, stopOf } from "../src/decisions/follow-hooks.ts";
import { keepWatched } from "../src/decisions/keep-verdicts.ts";
import { readStats } from "../src/decisions/read-stats.ts";
import { saidMeanwhile } from "../src/compose/said.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import type { Store } from "../src/store/store.ts";
import { HookPlace } from "./support/hook-place.ts";
import { HOST_PROTOCOLS } from "./support/host-protocols/host-protocols.ts";
import type { HostProtocol } from "./support/host-protocols/protocol.ts";
import { WatchedSession, type Work } from "./support/watched-session.ts";

const judging = provingOf({
  gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
  ignoreStandDown: [],
  threshold: 0.8,
  lowered: [],
});

/** VS Code is not read, and OpenClaw's plugin hands over what lies in no file. */
const HOOKED = HOST_PROTOCOLS.filter(({ name }) => name !== "vscode" && name !== "openclaw");

const places: HookPlace[] = [];
const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const place of places.splice(0)) place.remove();
});

let ids = 0;
const newId = (): string => `id-${(ids += 1)}`;

async function watching(place: HookPlace, { name }: HostProtocol) {
  const store = await openSqliteStore(place.store);
  stores.push(store);
  const [host = ""] = name.split(",");
  const said = saidMeanwhile(store);
  let kept = Promise.resolve<unknown>(undefined);
  const seen: number[] = [];
  const stops: Stop[] = [];
  const watch = startWatch({
    judging,
    find: () => findInPlaces([{ host, roots: [place.root], files: /^s1-\d+\.jsonl$/ }]),
    restat,
    recognise: said.recognise,
    onTurn: (watched) => {
      seen.push(watched.turn.number);
      stops.push(stopOf(watched.host.name, watched.thread, watched.turn));
      kept = kept.then(() => keepWatched(store, watched));
    },
    onTrouble: (_, reason) => expect.unreachable(reason),
  });
  const look = async () => {
    for (let times = 0; times < 10; times += 1) {
      await said.recall();
      watch.look();
    }
    await kept;
  };
  return { store, look, seen, stops };
}

async function session(protocol: HostProtocol) {
  const place = new HookPlace().settings({});
  places.push(place);
  // The store has to be there before the first stop.
  const watch = await watching(place, protocol);
  const agent = new WatchedSession(place, protocol, "s1", newId);
  const stop = async (files: Pick<Work, "breaks" | "mends">) => {
    await agent.stop({ exit: 0, closing: "The total is rounded.", ...files });
    await watch.look();
  };
  return { place, agent, stop, ...watch };
}

const SINCE = "2020-01-01T00:00:00.000Z";

describe("a watch beside the hook of the same agent", () => {
  it.each(HOOKED)("counts no turn a second time: $name", async (protocol) => {
    const { place, agent, stop, store, seen, stops } = await session(protocol);
    agent.user("Round the total.");
    await stop({ breaks: "src/part-a.ts" });
    await stop({ mends: "src/part-a.ts" });
    agent.user("Now the tax.");
    await stop({ breaks: "src/part-b.ts" });
    const byHook = (await place.verdicts()).filter(({ id }) => !id.startsWith("w-"));
    const byWatch = (await place.verdicts()).filter(({ id }) => id.startsWith("w-"));
    expect(byHook.map(({ turn, injected }) => [turn, injected])).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
    expect(seen).toEqual([1, 1, 2]);
    // What a watch sees has the name under which the hook decided.
    expect(stops.map(({ ids }, index) => ids.includes(byHook[index]?.id ?? ""))).toEqual([true, true, true]);
    expect(byWatch.map(({ turn, injected }) => [turn, injected])).toEqual([
      [1, "shadow"],
      [1, false],
      [2, "shadow"],
    ]);
    const stats = await readStats(store, { since: SINCE, isAbout: undefined });
    expect(stats).toMatchObject({ looked: 3, corrected: 1, handed: 1, shadow: 0, byFinding: [{ raised: 2 }] });
  });

  it.each(HOOKED)("leaves the last word to the hook, and both explain the turn they mean: $name", async (protocol) => {
    const { place, agent, stop, store } = await session(protocol);
    agent.user("Round the total.");
    await stop({ breaks: "src/part-a.ts" });
    await stop({ mends: "src/part-a.ts" });
    agent.user("Now the tax.");
    await stop({ breaks: "src/part-b.ts" });
    const last = await findVerdict(store, undefined, "last");
    expect(last).toMatchObject({ record: { turn: 2, injected: true } });
    for (const { id, turn } of await place.verdicts()) {
      const { found } = await explainVerdict(store, await findVerdict(store, undefined, id), String);
      expect([id, found?.request]).toEqual([id, turn === 1 ? "Round the total." : "Now the tax."]);
    }
  });
});
