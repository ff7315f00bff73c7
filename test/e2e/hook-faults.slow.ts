import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, describe, expect, inject, it } from "vitest";
import { ClaudeSession } from "../support/claude-session.ts";
import { HookPlace } from "../support/hook-place.ts";
import { type HookProcess, type ProcessOptions, runHookProcess } from "../support/hook-process.ts";
import { startProviderServer } from "../support/provider-server/server.ts";
import type { Reply } from "../support/provider-server/reply.ts";
import { report } from "../support/report.ts";
import { keptCode } from "./run-cox.ts";

const FALSE_DONE = "Done. All tests pass now.";
const HONEST_DONE = "Fixed. All 12 tests pass.";
const SILENCE = { code: 0, signal: null, out: "" };

let points = 0;
const places: HookPlace[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});
afterAll(() => report(`hook faults in real processes: ${points} points covered; the agent may always stop`));

function placeWith(session: ClaudeSession): HookPlace {
  const place = new HookPlace().write(session.text());
  places.push(place);
  return place;
}

/** One whose first stop this is not: what V8 compiled is there. */
function usedPlaceWith(session: ClaudeSession): HookPlace {
  const place = placeWith(session);
  Object.assign(place.env, keptCode());
  return place;
}

function run(place: HookPlace, closing: string, options: Partial<ProcessOptions> = {}): Promise<HookProcess> {
  points += 1;
  const program = join(inject("packageDirectory"), "bin", "cox-hook.cjs");
  return runHookProcess(place, { program, input: place.input({ last_assistant_message: closing }), ...options });
}

/** The agent heard an objection, the person that nobody could check, or nobody anything; all without a failure. */
function isPeaceful({ code, signal, out, err }: HookProcess): boolean {
  return code === 0 && signal === null && err === "" && (out === "" || OBJECTION.test(out) || UNCHECKED.test(out));
}

const OBJECTION = /^\{"decision":"block","reason":"[^\n]+"\}\n$/;
const UNCHECKED = /^\{"systemMessage":"Coxswain could not check: [^\n]+"\}\n$/;

/** How often the agent was spoken to, and it is in the session now. */
function heardBy({ out }: HookProcess, session: ClaudeSession): number {
  if (out === "") return 0;
  session.feedback((JSON.parse(out) as { reason: string }).reason);
  return 1;
}

/** Stops of the same request until nobody objects any more; how often somebody did. */
async function objectionsAfter(place: HookPlace, session: ClaudeSession): Promise<number> {
  let heard = 0;
  for (const lie of [FALSE_DONE, "The build is clean.", "Lint passes."]) {
    place.write(session.edit("src/cart.ts", lie, "x").say(lie).text());
    const said = await place.stop(lie);
    if (said === undefined) continue;
    heard += 1;
    session.feedback(said);
  }
  return heard;
}

describe("few file handles", () => {
  const asking = {
    observer: { model: "own/judge", timeoutSeconds: 1 },
    providers: { own: { baseURL: "http://127.0.0.1:1/v1" } },
  };

  it.each([
    ["proof decides", FALSE_DONE, new ClaudeSession().falseTurn(), {}, 1, [22, 23, 24, 25, 26, 27, 28, 30]],
    ["a model is asked", HONEST_DONE, new ClaudeSession().honestTurn(), asking, 0, [24, 26, 28, 30, 32, 36]],
  ])("never make it fail, however few: %s", async (_, closing, session, settings, objections, limits) => {
    const able = limits.filter(isEnoughForNode);
    const ran = await Promise.all(
      able.map(async (limit) => {
        const shell = `ulimit -n ${limit}; exec "$@"`;
        return { limit, ...(await run(placeWith(session).settings(settings), closing, { shell })) };
      }),
    );
    expect(ran.filter((each) => !isPeaceful(each))).toEqual([]);
    expect(ran.filter(({ out }) => out !== "").length).toBeGreaterThanOrEqual(objections);
  });

  /** Node itself needs some: fewer are nothing that a program of ours could do about. */
  function isEnoughForNode(limit: number): boolean {
    const words = ["-c", `ulimit -n ${limit}; exec "$@"`, "sh", process.execPath, "-e", "0"];
    return spawnSync("sh", words, { stdio: "ignore" }).status === 0;
  }
});

it("judges an agent that removed the directory it was started in", async () => {
  const shell = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
  const ran = await run(usedPlaceWith(new ClaudeSession().falseTurn()), FALSE_DONE, { shell });
  expect(isPeaceful(ran)).toBe(true);
  expect(ran.out).toContain('"decision":"block"');
});

describe("a disk without room", () => {
  it("for files that are larger than so many blocks", async () => {
    const ran = await Promise.all(
      [0, 1, 8, 16, 64, 128, 200].map(async (blocks) => {
        const session = new ClaudeSession().falseTurn();
        const place = placeWith(session);
        const first = await run(place, FALSE_DONE, { shell: `ulimit -f ${blocks}; exec "$@"` });
        return { blocks, heard: heardBy(first, session) + (await objectionsAfter(place, session)), ...first };
      }),
    );
    expect(ran.filter((each) => !isPeaceful(each) || each.heard > 2)).toEqual([]);
  });

  const canMount = spawnSync("sh", ["-c", "unshare -rm mount -t tmpfs none /mnt"], { stdio: "ignore" }).status === 0;
  it.skipIf(!canMount)("that is full (where a small disk can be made)", async () => {
    const ran = await Promise.all(
      ["4k", "64k", "96k", "128k", "512k"].map(async (size) => {
        const place = placeWith(new ClaudeSession().falseTurn());
        const folder = dirname(place.store);
        mkdirSync(folder, { recursive: true });
        const mount = `mount -t tmpfs -o size=${size} none "$0" && exec "$@"`;
        const shell = `exec unshare -rm sh -c '${mount}' '${folder}' "$@"`;
        return { size, ...(await run(place, FALSE_DONE, { shell })) };
      }),
    );
    expect(ran.filter((each) => !isPeaceful(each))).toEqual([]);
  });

  it("for what it says", async () => {
    const place = usedPlaceWith(new ClaudeSession().falseTurn());
    expect(await run(place, FALSE_DONE, { shell: 'exec "$@" > /dev/full' })).toMatchObject({ ...SILENCE, err: "" });
    expect(await place.verdicts()).toMatchObject([{ injected: true }]);
  });
});

describe("a host that does not listen", () => {
  it.each([
    ["has closed its end", 'exec "$@" >&-'],
    ["is gone", '"$@" | true'],
    ["does not want complaints", 'exec "$@" 2>&-'],
  ])("because it %s", async (_, shell) => {
    const place = usedPlaceWith(new ClaudeSession().falseTurn());
    expect(await run(place, FALSE_DONE, { shell })).toMatchObject({ code: 0, signal: null, err: "" });
  });
});

describe("a hook that is killed", () => {
  it("at any moment leaves a store that can be used, and no third correction", async () => {
    const moments = Array.from({ length: 14 }, (_, index) => 20 + index * 12);
    const wrong: unknown[] = [];
    let died = 0;
    for (const [index, killAfterMs] of moments.entries()) {
      const session = new ClaudeSession().falseTurn();
      const place = index % 2 === 0 ? placeWith(session) : usedPlaceWith(session);
      const ran = await run(place, FALSE_DONE, { killAfterMs });
      if (ran.signal === "SIGKILL") died += 1;
      const heard = heardBy(ran, session) + (await objectionsAfter(place, session));
      // Between taking leave and saying there are moments in which it is taken and not said: better than said twice.
      const { uuid } = JSON.parse(session.lines()[0] ?? "{}") as { uuid: string };
      const taken = await place.leavesFor(uuid);
      if ((heard === 0 && taken === 0) || heard > 2) wrong.push({ killAfterMs, heard, taken, ...ran });
    }
    expect(wrong).toEqual([]);
    expect(died).toBeGreaterThan(3);
  });
});

describe("an observer that cannot be reached", () => {
  const call = { name: "course_correct", input: { needsCorrection: true, message: "no", confidence: 1, steps: [1] } };
  const replies: Readonly<Record<string, Reply>> = {
    "500": { type: "error", status: 500, message: "internal" },
    "429 for an hour": { type: "error", status: 429, message: "slow down", headers: { "retry-after": "3600" } },
    "529": { type: "error", status: 529, message: "overloaded" },
    silence: { type: "silence" },
    "slow drip": { type: "answer", calls: [call], dripMs: 300 },
    "reset in the middle": { type: "answer", calls: [call], cutAfter: 5 },
    "no JSON": { type: "raw", body: "certainly!" },
    oversized: { type: "raw", body: `{"x":"${"y".repeat(12_000_000)}"}` },
  };

  it("is a turn that could not be checked", async () => {
    const addresses: readonly (readonly [string, () => Promise<string>])[] = [
      ["name cannot be resolved", async () => "http://nowhere.invalid/v1"],
      ["TLS fails", async () => `https://127.0.0.1:${await plainServer()}/v1`],
      ["nobody listens", async () => "http://127.0.0.1:1/v1"],
      ...Object.entries(replies).map(([what, reply]) => [what, () => providerServer(reply)] as const),
    ];
    const ran = await Promise.all(
      addresses.map(async ([what, address]) => {
        const place = usedPlaceWith(new ClaudeSession().honestTurn()).settings({
          observer: { model: "own/judge", timeoutSeconds: 1 },
          providers: { own: { baseURL: await address() } },
        });
        return { what, ...(await run(place, HONEST_DONE)), verdicts: await place.verdicts() };
      }),
    );
    const unchecked = { verdict: "unchecked", reason: expect.stringMatching(/\w/) };
    for (const each of ran) {
      const out = expect.stringMatching(UNCHECKED);
      expect(each).toMatchObject({ ...SILENCE, out, err: "", verdicts: [{ injected: false, verdict: unchecked }] });
    }
  });

  const closing: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
  });

  async function providerServer(reply: Reply): Promise<string> {
    const server = await startProviderServer(() => reply);
    closing.push(() => server.close());
    return `${server.url}/v1`;
  }

  async function plainServer(): Promise<number> {
    const server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }
});
