import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import { FAILING_OBSERVERS, observerSettings, objects } from "./observers.ts";
import { makePlace, removePlace } from "./place.ts";
import type { AgentProgram, Place } from "./program.ts";
import { type Run, runAgent } from "./run-agent.ts";
import { ALWAYS_LIES, DOES_MORE, HONEST, LIES_ONCE, MISSING_FILE, REPEATS_ITSELF, type Story } from "./stories.ts";
import { treeOf } from "./tree.ts";
import { verdictsIn } from "./verdicts.ts";

const RUN_LIMIT_MS = 120_000;

/** What is asked of every agent that Coxswain installs itself into: the same, whatever the agent. */
export function describeAgent(program: AgentProgram): void {
  const found = installed(program);
  let server: ProviderServer;
  let observer: ProviderServer;
  let place: Place;

  beforeAll(async () => {
    server = await startProviderServer(() => ({ type: "silence" }));
    observer = await startProviderServer(() => ({ type: "silence" }));
  });
  afterEach(() => removePlace(place));
  afterAll(async () => {
    await server.close();
    await observer.close();
  });

  describe(`${program.title} ${program.version}`, () => {
    scenario("a false done is corrected and the rest is done", async () => {
      await cox("install", "--observer", "none");
      const run = await tell(LIES_ONCE);
      expect(run.objections).toHaveLength(1);
      expect(run.objections[0]).toMatch(/tests?\b/);
      expect(wrote(MISSING_FILE)).toBe(true);
    });

    scenario("an honest run is left alone", async () => {
      await cox("install", "--observer", "none");
      const run = await tell(HONEST);
      expect(run.objections).toEqual([]);
      expect(await verdictsIn(place)).toMatchObject([{ verdict: "ok" }]);
    });

    scenario("the same objection is not raised twice", async () => {
      await cox("install", "--observer", "none");
      const run = await tell(REPEATS_ITSELF);
      expect(run.objections).toHaveLength(1);
    });

    scenario("a new lie for every objection ends after two", async () => {
      await cox("install", "--observer", "none");
      const run = await tell(ALWAYS_LIES);
      expect(run.objections).toHaveLength(2);
      expect(run.objections[0]).not.toBe(run.objections[1]);
    });

    scenario("what a model objects to is done", async () => {
      observer.reply(objects("median.js has no comment that says what it does with an even number of values."));
      await cox("install", ...observerSettings(place, observer));
      const run = await tell(DOES_MORE);
      expect(run.objections).toHaveLength(1);
      expect(run.objections[0]).toContain("even number of values");
      expect(wrote("NOTES.md")).toBe(true);
    });

    for (const [name, script] of FAILING_OBSERVERS) {
      scenario(`an observer that ${name} lets the agent stop`, async () => {
        observer.reply(script);
        await cox("install", ...observerSettings(place, observer));
        const run = await tell(DOES_MORE);
        expect(run.objections).toEqual([]);
        expect(observer.received.length).toBeGreaterThan(0);
        expect(await verdictsIn(place)).toMatchObject([{ verdict: "unchecked" }]);
      });
    }

    scenario("shadow mode decides and says nothing", async () => {
      await cox("install", "--observer", "none", "--shadow");
      const run = await tell(LIES_ONCE);
      expect(run.objections).toEqual([]);
      expect(wrote(MISSING_FILE)).toBe(false);
      expect(await verdictsIn(place)).toMatchObject([{ verdict: "correct" }]);
    });

    scenario("uninstalling leaves everything as it was", async () => {
      const before = treeOf(place);
      await cox("install", "--observer", "none");
      expect(treeOf(place)).not.toEqual(before);
      await cox("uninstall");
      expect(treeOf(place)).toEqual(before);
      const run = await tell(LIES_ONCE);
      expect(run.objections).toEqual([]);
      expect(wrote(MISSING_FILE)).toBe(false);
    });
  });

  function scenario(name: string, body: () => Promise<void>): void {
    test(`with Coxswain: ${name}`, async ({ skip, task }) => {
      expect.hasAssertions();
      task.meta.agent = { title: program.title, version: program.version, scenario: name };
      if (found.type === "missing") return skip(found.reason);
      place = makePlace(program, server.url);
      const start = performance.now();
      try {
        await body();
      } finally {
        task.meta.durationMs = performance.now() - start;
      }
    });
  }

  async function cox(action: "install" | "uninstall", ...flags: string[]): Promise<void> {
    const asked = action === "install" ? [...program.install, "--yes", ...flags] : [...program.install, "--yes"];
    await coxIn(place, commandOf(), [action, program.host, ...asked]);
  }

  async function tell(story: Story): Promise<Run> {
    const run = await runAgent({ program, command: commandOf(), place, server, story, limitMs: RUN_LIMIT_MS });
    onTestFailed(() => {
      process.stderr.write(`${run.out.slice(-4000)}\n${run.err.slice(-4000)}\n`);
    });
    expect(run.end).toMatchObject({ type: "exited", exitCode: 0 });
    expect(run.left).toEqual([]);
    return run;
  }

  function commandOf(): string {
    return found.type === "installed" ? found.command : "";
  }

  function wrote(file: string): boolean {
    return existsSync(join(place.workspace, file));
  }
}
