import { setTimeout as delay } from "node:timers/promises";
import type { ProviderServer } from "../../support/provider-server/server.ts";
import { baseEnvironment } from "../place.ts";
import { processesOf } from "../processes.ts";
import type { AgentProgram, AtScreen, Meanwhile, Place } from "../program.ts";
import { objectionsIn } from "../run-agent.ts";
import { scriptedAgent } from "../scripted-agent.ts";
import { TASK } from "../stories.ts";
import { objects } from "../observers.ts";
import { join } from "node:path";
import { verdictsIn } from "../verdicts.ts";
import { OBJECTION, type Scene, TYPED } from "./scenes.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** What was seen of a scene. */
export interface Played {
  /** All that a person could read at its end, also what has left the screen at the top. */
  readonly paper: string;
  /** While the observer was thinking, and after the person did something. */
  readonly meanwhile?: string;
  readonly told: readonly string[];
}

export interface Cast {
  readonly program: AgentProgram;
  readonly at: AtScreen;
  readonly command: string;
  readonly place: Place;
  readonly server: ProviderServer;
  readonly observer: ProviderServer;
}

/** A person who has typed or pressed Esc gives the host this long to take note of it. */
const NOTICE_MS = 1000;
/** Faster, two Esc are one key to a terminal. */
const BETWEEN_KEYS_MS = 400;
/** What a host still shows after the hook has ended comes within this. */
const AFTER_MS = 1500;

export async function play({ program, at, command, place, server, observer }: Cast, scene: Scene): Promise<Played> {
  const held = hold();
  server.reply(scriptedAgent(scene.story, place.workspace));
  observer.reply(
    scene.observer === "slow"
      ? async (asked, number) => (await held.over, objects(OBJECTION)(asked, number))
      : () => ({ type: "silence" }),
  );
  const terminal = await openTerminal({
    command: [command, ...at.parameters(place)],
    cwd: place.workspace,
    environment: { ...baseEnvironment(place, [command], true), ...program.environment(place) },
    directory: join(place.home, "tmp"),
  });
  try {
    await begin(terminal, at);
    await send(terminal, TASK, () => server.received.length > 0);
    let meanwhile: string | undefined;
    if (scene.meanwhile) {
      await until("the observer is asked", () => observer.received.length > 0);
      meanwhile = await act(terminal, at, scene.meanwhile);
      held.end();
    }
    await terminal.until(scene.ends, (screen) => screen.includes(scene.ends));
    if (scene.meanwhile === "types") await until("the typed words", () => objectionsIn(server).join().includes(TYPED));
    await until("each stop is decided", async () => (await verdictsIn(place)).length >= scene.stops);
    await until("the hook has ended", () => hooksOf(place).length === 0);
    await delay(AFTER_MS);
    if (at.lingers) await terminal.until("quiet", (screen) => !at.lingers?.test(screen));
    const shown = await terminal.paper();
    if (at.earlier) await terminal.press(...at.earlier);
    const paper = at.earlier ? `${await changed(terminal, shown)}\n${shown}` : shown;
    return {
      paper,
      ...(meanwhile === undefined ? {} : { meanwhile }),
      told: objectionsIn(server),
    };
  } finally {
    held.end();
    await terminal.close();
  }
}

/** Answers what the program asks at its first start, until it takes a request. */
async function begin(terminal: Terminal, { ready, questions = [] }: AtScreen): Promise<void> {
  const answered = new Set<RegExp>();
  for (;;) {
    const open = ([question]: readonly [RegExp, readonly string[]]) => !answered.has(question);
    const screen = await terminal.until(
      "the prompt",
      (seen) => ready.test(seen) || questions.some((each) => open(each) && each[0].test(seen)),
    );
    const asked = questions.find((each) => open(each) && each[0].test(screen));
    if (!asked) return;
    answered.add(asked[0]);
    await terminal.press(...asked[1]);
  }
}

/** Programs that are still starting lose an Enter now and then: a person presses it again. */
async function send(terminal: Terminal, text: string, isSent: () => boolean): Promise<void> {
  await terminal.type(text);
  await terminal.until("what was typed", (screen) => screen.includes(text.slice(0, 20)));
  for (let tries = 0; tries < 5 && !isSent(); tries++) {
    await terminal.press("Enter");
    await until("the request", isSent, 3000).catch(() => undefined);
  }
}

async function act(terminal: Terminal, { interrupt = ["Escape"] }: AtScreen, what: Meanwhile): Promise<string> {
  if (what === "types") await terminal.type(TYPED);
  for (const key of what === "types" ? ["Enter"] : interrupt) {
    await terminal.press(key);
    await delay(BETWEEN_KEYS_MS);
  }
  await delay(NOTICE_MS);
  return terminal.screen();
}

/** The next screen that is not this one; this one where nothing lies before it. */
async function changed(terminal: Terminal, shown: string): Promise<string> {
  return terminal.until("what came before", (screen) => screen !== shown, 2000).catch(() => shown);
}

function hooksOf({ home }: Place): string[] {
  return processesOf(home).flatMap(({ command }) => (command.includes("cox-hook") ? [command] : []));
}

function hold(): { readonly over: Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { over: promise, end: resolve };
}

async function until(what: string, is: () => boolean | Promise<boolean>, limitMs = 90_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await is())) {
    if (performance.now() > end) throw new Error(`In vain: ${what}`);
    await delay(50);
  }
}
