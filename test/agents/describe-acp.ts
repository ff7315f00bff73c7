import { join } from "node:path";
import process from "node:process";
import { expect, inject } from "vitest";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { type EditorOptions, visit } from "../support/acp-editor.ts";
import type { ProviderServer } from "../support/provider-server/server.ts";
import type { AcpProgram } from "./acp-program.ts";
import { holdToCases, type Subject } from "./cases.ts";
import { installed } from "./install.ts";
import { baseEnvironment } from "./place.ts";
import { stopAllOf } from "./processes.ts";
import type { Place } from "./program.ts";
import { objectionsIn } from "./run-agent.ts";
import { scriptedAgent } from "./scripted-agent.ts";
import { HANGS_WHEN_CORRECTED, type Story, TASK } from "./stories.ts";

/** An agent that an editor talks to through `cox acp`. */
export function describeAcp(program: AcpProgram): void {
  const found = installed(program.pinned);
  const command = found.type === "installed" ? found.command : "";
  const flagsOf = new Map<Place, readonly string[]>();

  async function run(place: Place, server: ProviderServer, story: Story, cancelAt?: EditorOptions["cancelAt"]) {
    server.reply(scriptedAgent(story, place.workspace));
    const cox = join(inject("packageDirectory"), "bin", "cox.js");
    const { authenticate, mode, parameters } = program;
    const flags = flagsOf.get(place) ?? [];
    const visited = await visit(
      {
        command: [process.execPath, cox, "acp", ...flags, "--", command, ...parameters],
        cwd: place.workspace,
        env: { ...baseEnvironment(place, [command]), ...program.environment(place) },
        ...(authenticate === undefined ? {} : { authenticate }),
        ...(mode === undefined ? {} : { mode }),
        ...(cancelAt === undefined ? {} : { cancelAt }),
      },
      TASK,
    );
    return {
      // An editor hears a reason, not an exit code.
      ended: visited.answer.stopReason === "end_turn" ? "with 0" : visited.answer.stopReason,
      out: JSON.stringify(visited.updates, undefined, 1),
      err: visited.err,
      objections: objectionsIn(server),
      left: await stopAllOf(place.home),
    };
  }

  const subject: Subject = {
    title: program.title,
    version: program.pinned.version,
    found,
    settings: program.settings,
    letIn(place, flags) {
      flagsOf.set(place, flags);
      return Promise.resolve();
    },
    run,
  };
  holdToCases(subject, (define) => {
    define("cancelling ends the work on a correction", async ({ place, server, letIn }) => {
      await letIn("--observer", "none");
      const cancelled = await run(place, server, HANGS_WHEN_CORRECTED, isCorrection);
      expect(cancelled).toMatchObject({ ended: "cancelled", left: [] });
    });
  });
}

function isCorrection(update: SessionUpdate): boolean {
  return update.sessionUpdate === "user_message_chunk" && JSON.stringify(update).includes("Inserted by Coxswain");
}
