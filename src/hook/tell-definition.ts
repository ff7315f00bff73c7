import { join } from "node:path";
import { PROJECT_FILE } from "../config/files.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { countOf } from "../text/amounts.ts";
import { neutralise, fingerprint } from "../text/strings.ts";
import { exchange, type ReadingRun } from "./hook-run.ts";

/** For the person, once for each wording: a repository may ask something of their agents, and they may not know. */
export async function tellDefinition({ config, event, store }: ReadingRun): Promise<HookAnswer | undefined> {
  const { ran, also, never, clean } = config.done;
  const rules = [...ran, ...also, ...never.paths, ...never.commands, ...clean].filter(({ from }) => from === "project");
  const root = rules[0]?.root;
  if (event.kind !== "stop" || root === undefined) return undefined;
  const state = fingerprint(JSON.stringify(rules)).toString(36);
  if ((await exchange(store, `definition:${root}`, state)) === state) return undefined;
  const file = neutralise(join(root, PROJECT_FILE));
  const message = `${file} says in ${countOf(rules.length, "rule")} what “done” means, and agents are held to it here. cox config done shows them.`;
  return { type: "tell", message };
}
