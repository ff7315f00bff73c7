import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import type { Asked, Received, Reply } from "../support/provider-server/reply.ts";
import { writeFiles } from "../support/write-files.ts";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import { FAILING_OBSERVERS } from "./observers.ts";
import { freePort, type Gateway, startGateway, until } from "./openclaw-gateway.ts";
import { makePlace, removePlace } from "./place.ts";
import { json, type Place } from "./program.ts";
import { openclaw, openclawSettings } from "./programs/openclaw.ts";
import { verdictsIn } from "./verdicts.ts";

const found = installed(openclaw);
const command = found.type === "installed" ? found.command : "";
const NEVER = () => ({ type: "silence" }) as const;
const FEEDBACK = "Yellow is missing.";

/**
 * The real OpenClaw, its gateway and the plugin in it: answers are verified before they go out. Its own answer to each
 * request is made up here, and so is the verifier's.
 */
export function describeOpenClaw(): void {
  describe(`${openclaw.title} ${openclaw.version}`, () => {
    let model: ProviderServer;
    let verifier: ProviderServer;
    let place: Place;
    let before: string;
    let conversations = 0;
    let gateway: Gateway;

    beforeAll(async () => {
      if (found.type === "missing") return;
      model = await startProviderServer(agent);
      verifier = await startProviderServer(NEVER);
      const port = await freePort();
      place = makePlace({ settings: (at) => openclawSettings(at, port) }, model.url);
      before = settings();
      writeFiles(join(place.home, ".config", "coxswain"), {
        "config.json": json({
          verification: { enabled: true, verifyHeartbeat: true, model: "watcher/some-model", timeoutSeconds: 5 },
          providers: { watcher: { baseURL: `${verifier.url}/v1` } },
        }),
      });
      await cox("install", "openclaw", "--yes");
      gateway = await startGateway(place, command, port);
    }, 300_000);

    afterAll(async () => {
      await gateway?.stop();
      if (place) await removePlace(place);
      await model?.close();
      await verifier?.close();
    }, 60_000);

    const cox = (...args: string[]) => coxIn(place, command, args);
    const settings = () => readFileSync(join(place.home, ".openclaw", "openclaw.json"), "utf8");
    const newConversation = () => `case-${(conversations += 1)}`;

    define("a false answer is revised, and goes out once it passes", async () => {
      verifier.reply(unless("yellow"));
      const answer = await gateway.ask(newConversation(), "Name the primary colours.");
      expect(answer).toBe("Done: red, blue and yellow.");
      expect(await newestVerdicts(2)).toMatchObject([
        { verdict: "correct", injected: true, category: "incomplete" },
        { verdict: "ok", judge: "model" },
      ]);
      expect(shown(verifier.received.at(-1))).toContain("# EARLIER FEEDBACK");
    });

    define("three failures deliver the last answer, and tell what is open", async () => {
      verifier.reply(() => verdict(true));
      const asked = verifier.received.length;
      expect(await gateway.ask(newConversation(), "Name the primary colours.")).toContain("Done: ");
      expect(verifier.received.length - asked).toBe(3);
      expect(gateway.log()).toMatch(/Coxswain: Still open, .*Yellow is missing\./);
      expect(await cox("why", "last")).toContain(FEEDBACK);
    });

    define("an idle HEARTBEAT_OK is sent back", async () => {
      verifier.reply(unless("looked"));
      const [asked, answered] = [verifier.received.length, model.received.length];
      await gateway.wake("the clock");
      const judged = () => verifier.received.slice(asked).filter((each) => shown(each).includes("this is a heartbeat"));
      await until(() => judged().length >= 2, 180_000);
      expect(shown(judged()[0])).toContain("look at the mail");
      expect(shown(judged()[0])).toContain("HEARTBEAT_OK");
      expect(shown(judged()[1])).toContain("I looked at the mail.");
      expect(model.received.slice(answered).some((each) => said(each).includes(FEEDBACK))).toBe(true);
    });

    for (const [name, script] of FAILING_OBSERVERS)
      define(`a verifier that ${name} lets the answer go out`, async () => {
        verifier.reply(script);
        expect(await gateway.ask(newConversation(), "Name the primary colours.")).toBe("Done: red and blue.");
        expect(await newestVerdicts(1)).toMatchObject([{ verdict: "unchecked" }]);
      });

    define("a turn that has acted is not revised: the person is told, and the next turn", async () => {
      verifier.reply(unless("yellow"));
      const conversation = newConversation();
      const answer = await gateway.ask(conversation, "Write the primary colours into colours.txt.");
      expect(answer).toBe("Done: red and blue.");
      const told = () => gateway.log().includes("Coxswain: incomplete: Yellow is missing. (OpenClaw revises no answer");
      await until(told, 20_000);
      expect(told()).toBe(true);
      // Only then has the record it: OpenClaw waits for nobody at the end of a run.
      await expect
        .poll(async () => newestVerdicts(1), { timeout: 20_000 })
        .toMatchObject([{ verdict: "correct", injected: false }]);
      const asked = model.received.length;
      expect(await gateway.ask(conversation, "And now?")).toBe("Done: red, blue and yellow.");
      expect(said(model.received[asked])).toContain("your last answer went out, although it was objected to");
    });

    define("doctor shows that the hook fired, and uninstalling leaves everything as it was", async () => {
      expect(await cox("doctor")).toMatch(/openclaw: it last ran/);
      expect(await gateway.stop()).toEqual([]);
      await cox("uninstall", "openclaw");
      expect(settings()).toBe(before);
      expect(existsSync(join(place.home, ".openclaw", "extensions"))).toBe(false);
    });

    async function newestVerdicts(count: number) {
      return (await verdictsIn(place)).slice(-count);
    }

    function define(name: string, body: () => Promise<void>): void {
      test(`in its gateway: ${name}`, async ({ skip, task }) => {
        expect.hasAssertions();
        task.meta.agent = { title: openclaw.title, version: openclaw.version, scenario: name };
        if (found.type === "missing") return skip(found.reason);
        onTestFailed(() => void process.stderr.write(gateway.log().slice(-4000)));
        const start = performance.now();
        try {
          await body();
        } finally {
          task.meta.durationMs = performance.now() - start;
        }
      });
    }
  });
}

/** The agent: leaves yellow out until somebody insists, and has nothing to do when its clock wakes it. */
function agent(asked: Asked): Reply {
  const request = said(asked);
  const insisted = request.includes(FEEDBACK);
  if (/\[OpenClaw|heartbeat monitor/.test(request)) return says(insisted ? "I looked at the mail." : "HEARTBEAT_OK");
  const wrote = asked.said.some(({ call }) => call);
  if (request.includes("colours.txt") && !wrote && asked.tools.includes("write")) {
    const input = { path: "colours.txt", content: "red, blue\n" };
    return { type: "answer", calls: [{ id: "call_1", name: "write", input }], usage: { input: 100, output: 20 } };
  }
  return says(insisted ? "Done: red, blue and yellow." : "Done: red and blue.");
}

function says(text: string): Reply {
  return { type: "answer", text: [text], usage: { input: 100, output: 20 } };
}

/** What the person, the host and we said to the agent. */
function said(asked: Asked | undefined): string {
  return asked?.said.flatMap(({ role, text }) => (role === "user" && text ? [text] : [])).join("\n") ?? "";
}

function shown(asked: Asked | undefined): string {
  return asked?.said.at(-1)?.text ?? "";
}

function unless(word: string) {
  return (asked: Received): Reply => verdict(!shown(asked).split("# ANSWER")[1]?.includes(word));
}

function verdict(fails: boolean): Reply {
  const input = { goal: "g", completeness: "c", rules: "r" };
  const fail = { ...input, verdict: "FAIL", category: "incomplete", feedback: FEEDBACK };
  const pass = { ...input, verdict: "PASS", category: null, feedback: null };
  return { type: "answer", calls: [{ name: "verify", input: fails ? fail : pass }], usage: { input: 100, output: 20 } };
}
