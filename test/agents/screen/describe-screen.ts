import process from "node:process";
import { describe, expect, onTestFailed, test } from "vitest";
import { squeezed } from "../../../src/text/strings.ts";
import { LABEL } from "../../../src/thread/own-words.ts";
import { coxIn } from "../cox.ts";
import { installed } from "../install.ts";
import { keepScreens } from "../keep-screens.ts";
import { observerSettings } from "../observers.ts";
import type { AgentProgram, Settings } from "../program.ts";
import { TASK } from "../stories.ts";
import { surroundings } from "../surroundings.ts";
import { verdictsIn } from "../verdicts.ts";
import { play, type Played } from "./play.ts";
import { OBJECTION, type Scene, scenesOf, TYPED } from "./scenes.ts";
import { whyNoTerminal } from "./terminal.ts";

const FACES = ["why", "stats", "usage"] as const;

/** What a person at the screen of the real program sees, and what Coxswain tells of it afterwards. */
export function describeScreen(program: AgentProgram): void {
  const { atScreen: at } = program;
  const found = installed(program);
  const noTerminal = whyNoTerminal();
  const around = surroundings();

  describe(`${program.title} ${program.version} at the screen`, () => {
    const scenes = scenesOf(at).map((scene) => [scene.name, scene] as const);
    test.for(scenes)("%s", async ([, scene], { skip, task }) => {
      expect.hasAssertions();
      task.meta.agent = { title: `${program.title} at the screen`, version: program.version, scenario: scene.name };
      if (found.type === "missing") return skip(found.reason);
      if (noTerminal !== undefined) return skip(noTerminal);
      const start = performance.now();
      try {
        await hold(found.command, scene);
      } finally {
        task.meta.durationMs = performance.now() - start;
      }
    });
  });

  async function hold(command: string, scene: Scene): Promise<void> {
    const { server, observer } = around;
    const place = around.placeFor({
      settings: (where) => merged(program.settings(where), at.settings?.(where) ?? {}),
    });
    const cox = (...args: string[]) => coxIn(place, command, args);
    const judge = scene.observer
      ? observerSettings(place, observer, scene.observer === "slow" ? 25 : 2)
      : ["--observer", "none"];
    await cox("install", program.host, "--user", "--yes", ...judge, ...(scene.flags ?? []));

    const played = await play({ program, at, command, place, server, observer }, scene);
    const after = { why: await cox("why", "last"), stats: await cox("stats"), usage: await cox("usage") };
    const decided = await verdictsIn(place);
    keepScreens(`${program.host}-${scene.name}`, [
      played.meanwhile ?? "",
      played.paper,
      played.told.join("\n---\n"),
      ...Object.values(after),
      JSON.stringify(decided, undefined, 1),
    ]);
    onTestFailed(
      () =>
        void process.stderr.write(`${[played.meanwhile, played.paper, ...Object.values(after)].join("\n────\n")}\n`),
    );

    expect(wrongAbout(scene, played)).toEqual([]);
    expect(decided).toContainEqual(expect.objectContaining(scene.decided));
    for (const face of FACES) expect(squeezed(after[face]), `cox ${face}`).toMatch(scene.after[face]);
  }
}

function wrongAbout({ told, shows }: Scene, played: Played): string[] {
  const speakers = speakersIn(played.told);
  const paper = sinceTheTask(played.paper);
  const isShown = shows === "nothing" ? !/coxswain|cox why/i.test(paper) : (shows?.test(paper) ?? true);
  const isHeldBack = told === "nothing" || told === "theirs";
  return [
    ...(told === "unknown" || told === speakers ? [] : [`the agent heard ${speakers}`]),
    ...(isShown ? [] : [`the screen does not show ${String(shows)}`]),
    ...(isHeldBack && paper.includes(OBJECTION.slice(0, 24)) ? ["the screen shows what was held back"] : []),
  ];
}

/** Before it, some programs list the extensions that they have loaded. */
function sinceTheTask(paper: string): string {
  return paper.slice(Math.max(0, paper.indexOf(TASK.slice(0, 20))));
}

/** Whom the agent has heard after it had said that it was done, in order. */
function speakersIn(told: readonly string[]): string {
  if (told.length === 0) return "nothing";
  const words = told.join("\n");
  const found = Object.entries({ ours: LABEL, theirs: TYPED }).filter(([, said]) => words.includes(said));
  const inOrder = found.sort(([, left], [, right]) => words.indexOf(left) - words.indexOf(right));
  return inOrder.map(([speaker]) => speaker).join(", then ");
}

function merged(...all: readonly Settings[]): Settings {
  return {
    home: Object.assign({}, ...all.map(({ home }) => home)) as Record<string, string>,
    workspace: Object.assign({}, ...all.map(({ workspace }) => workspace)) as Record<string, string>,
  };
}
