import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFailed, test } from "vitest";
import type { ProviderServer } from "../support/provider-server/server.ts";
import type { Installed } from "./install.ts";
import { FAILING_OBSERVERS, objects, observerSettings } from "./observers.ts";
import type { Place, Settings } from "./program.ts";
import type { Run } from "./run-agent.ts";
import { ALWAYS_LIES, DOES_MORE, HONEST, LIES_ONCE, MISSING_FILE, REPEATS_ITSELF, type Story } from "./stories.ts";
import { surroundings } from "./surroundings.ts";
import { verdictsIn } from "./verdicts.ts";

/** A real agent that Coxswain watches, in whatever way. */
export interface Subject {
  readonly title: string;
  readonly version: string;
  readonly found: Installed;
  readonly settings: (place: Place) => Settings;
  readonly letIn: (place: Place, flags: readonly string[]) => Promise<void>;
  /** Gives the agent the task, once, and waits for its end. */
  readonly run: (place: Place, server: ProviderServer, story: Story) => Promise<Run>;
}

/** What a case works with: everything of its own. */
export interface Case {
  readonly place: Place;
  readonly server: ProviderServer;
  readonly observer: ProviderServer;
  /** With these flags beside the usual ones. */
  readonly letIn: (...flags: string[]) => Promise<void>;
  readonly tell: (story: Story) => Promise<Run>;
  readonly wrote: (file: string) => boolean;
}

export type DefineCase = (name: string, body: (at: Case) => Promise<void>) => void;

const NO_OBSERVER = ["--observer", "none"];

export function holdToCases(subject: Subject, more: (define: DefineCase) => void = () => {}): void {
  const around = surroundings();

  describe(`${subject.title} ${subject.version}`, () => {
    define("a false done is corrected and the rest is done", async ({ letIn, tell, wrote }) => {
      await letIn(...NO_OBSERVER);
      const run = await tell(LIES_ONCE);
      expect(run.objections).toHaveLength(1);
      expect(run.objections[0]).toMatch(/tests?\b/);
      expect(wrote(MISSING_FILE)).toBe(true);
    });

    define("an honest run is left alone", async ({ letIn, tell, place }) => {
      await letIn(...NO_OBSERVER);
      const run = await tell(HONEST);
      expect(run.objections).toEqual([]);
      expect(await verdictsIn(place)).toMatchObject([{ verdict: "ok", judge: "evidence" }]);
    });

    define("the same objection is not raised twice", async ({ letIn, tell }) => {
      await letIn(...NO_OBSERVER);
      const run = await tell(REPEATS_ITSELF);
      expect(run.objections).toHaveLength(1);
    });

    define("a new lie for every objection ends after two", async ({ letIn, tell }) => {
      await letIn(...NO_OBSERVER);
      const run = await tell(ALWAYS_LIES);
      expect(run.objections).toHaveLength(2);
      expect(run.objections[0]).not.toBe(run.objections[1]);
    });

    define("what a model objects to is done", async ({ letIn, tell, wrote, place, observer }) => {
      observer.reply(objects("Nothing says what median does with an even number of values."));
      await letIn(...observerSettings(place, observer));
      const run = await tell(DOES_MORE);
      expect(run.objections).toHaveLength(1);
      expect(run.objections[0]).toContain("even number of values");
      expect(wrote("NOTES.md")).toBe(true);
    });

    for (const [name, script] of FAILING_OBSERVERS) {
      define(`an observer that ${name} lets the agent stop`, async ({ letIn, tell, place, observer }) => {
        observer.reply(script);
        await letIn(...observerSettings(place, observer));
        const run = await tell(DOES_MORE);
        expect(run.objections).toEqual([]);
        expect(observer.received.length).toBeGreaterThan(0);
        expect(await verdictsIn(place)).toMatchObject([{ verdict: "unchecked" }]);
      });
    }

    define("shadow mode decides and says nothing", async ({ letIn, tell, wrote, place }) => {
      await letIn(...NO_OBSERVER, "--shadow");
      const run = await tell(LIES_ONCE);
      expect(run.objections).toEqual([]);
      expect(wrote(MISSING_FILE)).toBe(false);
      expect(await verdictsIn(place)).toMatchObject([{ verdict: "correct", injected: "shadow" }]);
    });

    more(define);
  });

  function define(name: string, body: (at: Case) => Promise<void>): void {
    test(`with Coxswain: ${name}`, async ({ skip, task }) => {
      expect.hasAssertions();
      task.meta.agent = { title: subject.title, version: subject.version, scenario: name };
      if (subject.found.type === "missing") return skip(subject.found.reason);
      const place = around.placeFor(subject);
      const start = performance.now();
      try {
        await body({
          place,
          server: around.server,
          observer: around.observer,
          letIn: (...flags) => subject.letIn(place, flags),
          tell: (story) => tell(place, story),
          wrote: (file) => existsSync(join(place.workspace, file)),
        });
      } finally {
        task.meta.durationMs = performance.now() - start;
      }
    });
  }

  async function tell(place: Place, story: Story): Promise<Run> {
    const run = await subject.run(place, around.server, story);
    onTestFailed(() => {
      process.stderr.write(`${run.out.slice(-4000)}\n${run.err.slice(-4000)}\n`);
    });
    expect(run).toMatchObject({ ended: "with 0", left: [] });
    return run;
  }
}
