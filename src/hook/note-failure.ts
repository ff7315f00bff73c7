import { reportRedactor } from "../compose/observer-settings.ts";
import { describeError } from "../text/errors.ts";
import { hexFingerprint, neutralise } from "../text/strings.ts";
import { gateVerdict } from "../verdict.ts";
import type { HookRun, HookRequest } from "./hook-run.ts";
import { HOOK_HOSTS } from "../hosts/hooks.ts";
import type { Loose } from "../text/loose.ts";
import { openHookStore } from "../store/hook-store.ts";
import { settingsFor } from "./settings.ts";

export async function noteFailure({ event, hook, cwd, store, config, env }: HookRun, error: unknown): Promise<void> {
  const reason = reportRedactor(config, env)(`it failed: ${describeError(error)}`);
  await noteUnchecked(store, { host: hook.name, session: event.session, cwd, reason });
}

interface Unchecked {
  readonly host: string;
  readonly session: string;
  readonly cwd: string;
  readonly reason: string;
}

/** The same failure in one session keeps one record, with the time of the last one. */
export async function noteUnchecked(store: HookRun["store"], unchecked: Unchecked): Promise<void> {
  const { host, session, cwd, reason } = unchecked;
  const id = hexFingerprint(JSON.stringify([host, session, reason]));
  const place = { threadId: session, host, session, turn: 0, cwd };
  const verdict = gateVerdict("unchecked", reason);
  await store.write({ verdicts: [{ id, ...place, verdict, gateReasons: [], injected: false }] });
}

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
