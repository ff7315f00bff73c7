import { expect } from "vitest";
import { type Case, holdToCases, type Subject } from "./cases.ts";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import type { AgentProgram, Place } from "./program.ts";
import { runAgent } from "./run-agent.ts";
import { LIES_ONCE, MISSING_FILE } from "./stories.ts";
import { treeOf } from "./tree.ts";

/** An agent that is watched through its own hooks or plugins, brought in and out again by `cox install`. */
export function describeAgent(program: AgentProgram): void {
  const found = installed(program);
  const command = found.type === "installed" ? found.command : "";
  const cox = (place: Place, action: string, flags: readonly string[]) =>
    coxIn(place, command, [action, program.host, ...program.install, "--yes", ...flags]);

  const subject: Subject = {
    title: program.title,
    version: program.version,
    found,
    settings: program.settings,
    letIn: async (place, flags) => void (await cox(place, "install", flags)),
    run: (place, server, story) => runAgent({ program, command, place, server, story }),
  };
  holdToCases(subject, (define) => {
    define("uninstalling leaves everything as it was", (at) => comesAndGoes(at, () => cox(at.place, "uninstall", [])));
  });
}

async function comesAndGoes({ place, letIn, tell, wrote }: Case, leave: () => Promise<string>): Promise<void> {
  const before = treeOf(place);
  await letIn("--observer", "none");
  expect(treeOf(place)).not.toEqual(before);
  await leave();
  expect(treeOf(place)).toEqual(before);
  const run = await tell(LIES_ONCE);
  expect(run.objections).toEqual([]);
  expect(wrote(MISSING_FILE)).toBe(false);
}
