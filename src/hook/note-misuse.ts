import { HOOK_HOSTS } from "../hosts/hooks.ts";
import type { Loose } from "../loose.ts";
import { neutralise } from "../neutralise.ts";
import { openHookStore } from "../store/sqlite-records.ts";
import type { HookRequest } from "./hook-run.ts";
import { noteUnchecked } from "./note-failure.ts";
import { settingsFor } from "./settings.ts";

const LONGEST_NAME = 40;
const STORE_WAIT_MS = 500;

/** A mistake in a host's settings would look exactly like an agent that is always honest. */
export async function noteMisuse(request: HookRequest, input: Loose | undefined): Promise<string | undefined> {
  const { named, env, cwd } = request;
  const config = settingsFor(cwd, env);
  if (config.mode === "off") return undefined;
  const reason = `the hook was called ${input ? wrongName(named) : wrongInput(request.input)}.`;
  const host = shortName(named) || "unknown";
  await keep(config.store.path, { host, session: "hook", cwd, reason }).catch(() => undefined);
  const hint = input
    ? `Agents: ${NAMES.join(", ")}.`
    : "Your agents call it with input once cox install has set it up.";
  return `cox-hook: nothing was checked: ${reason} ${hint}`;
}

const NAMES = HOOK_HOSTS.map(({ name }) => name).filter((name) => name !== "vscode");

function wrongName(named: string): string {
  return named === "" ? "without the name of an agent" : `for "${shortName(named)}", which is not the name of an agent`;
}

function wrongInput(input: string | undefined): string {
  if (input === undefined) return "with input that has no end, is too long or cannot be read";
  return input.trim() === "" ? "without input" : "with input that is not a JSON object";
}

function shortName(named: string): string {
  return neutralise(named).slice(0, LONGEST_NAME).toWellFormed();
}

async function keep(path: string | null, unchecked: Parameters<typeof noteUnchecked>[1]): Promise<void> {
  if (path === null) return;
  const store = await openHookStore(path, { busyTimeoutMs: STORE_WAIT_MS });
  try {
    await noteUnchecked(store, unchecked);
  } finally {
    await store.close();
  }
}
