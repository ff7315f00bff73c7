import { join } from "node:path";
import process from "node:process";
import { inject } from "vitest";
import { visit } from "../support/acp-editor.ts";
import type { AcpProgram } from "./acp-program.ts";
import { holdToCases } from "./cases.ts";
import { installed } from "./install.ts";
import { baseEnvironment } from "./place.ts";
import { stopAllOf } from "./processes.ts";
import type { Place } from "./program.ts";
import { objectionsIn } from "./run-agent.ts";
import { scriptedAgent } from "./scripted-agent.ts";
import { TASK } from "./stories.ts";

/** An agent that an editor talks to through `cox acp`. */
export function describeAcp(program: AcpProgram): void {
  const found = installed(program.pinned);
  const command = found.type === "installed" ? found.command : "";
  const flagsOf = new Map<Place, readonly string[]>();
  holdToCases({
    title: program.title,
    version: program.pinned.version,
    found,
    settings: program.settings,
    letIn(place, flags) {
      flagsOf.set(place, flags);
      return Promise.resolve();
    },
    async run(place, server, story) {
      server.reply(scriptedAgent(story, place.workspace));
      const cox = join(inject("packageDirectory"), "bin", "cox.js");
      const { authenticate, mode } = program;
      const visited = await visit(
        {
          command: [process.execPath, cox, "acp", ...(flagsOf.get(place) ?? []), "--", command, ...program.parameters],
          cwd: place.workspace,
          env: { ...baseEnvironment(place, [command]), ...program.environment(place) },
          ...(authenticate === undefined ? {} : { authenticate }),
          ...(mode === undefined ? {} : { mode }),
        },
        TASK,
      );
      return {
        ended: visited.answer.stopReason === "end_turn" ? "with 0" : visited.answer.stopReason,
        out: JSON.stringify(visited.updates, undefined, 1),
        err: visited.err,
        objections: objectionsIn(server),
        left: await stopAllOf(place.home),
      };
    },
  });
}
