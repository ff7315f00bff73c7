import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HookAnswer, HookEvent, HookHost } from "../hook.ts";
import { asText, type Loose, asList, recordFrom } from "../../text/loose.ts";
import { MEGABYTE, readBytes, withFile } from "../reading/file.ts";
import type { InstallPlace, Installer } from "../installer.ts";

/** A stop is recognised by its fields. The last words are missing, and the transcript may end with the turn before. */
export const copilotHook: HookHost = {
  name: "copilot",
  owns: (input) => typeof input["sessionId"] === "string" && typeof input["timestamp"] === "number",
  read(input) {
    const session = asText(input["sessionId"]);
    if (!session || !isStop(input)) return undefined;
    const reason = asText(input["stopReason"]);
    const at = input["timestamp"];
    return {
      kind: "stop",
      name: "agentStop",
      session,
      cwd: asText(input["cwd"]) ?? asText(input["workingDirectory"]),
      transcript: asText(input["transcriptPath"]) || undefined,
      // Copilot records the start of this hook in its transcript, after everything that led to it.
      witness: typeof at === "number" ? `"timestamp":${at}` : undefined,
      ...(reason === undefined || reason === "end_turn" ? {} : { cut: true }),
    };
  },
  hasTyped,
  write(_event: HookEvent, { type, message }: HookAnswer): string {
    return type === "continue" ? JSON.stringify({ decision: "block", reason: message }) : "";
  },
};

function isStop(input: Loose): boolean {
  return ("transcriptPath" in input || "stopReason" in input) && !("agentName" in input) && !("agentId" in input);
}

/**
 * True when the person has typed something that the thread does not have yet. Copilot CLI writes it down at once, newest
 * first, but for all its sessions and without a time: only what changed the file since then counts, and who types in
 * another session meanwhile is taken for the same person.
 */
export function hasTyped(
  { transcript }: Pick<HookEvent, "transcript">,
  since: Date,
  isInThread: (text: string) => boolean,
): boolean {
  if (transcript === undefined) return false;
  const file = join(dirname(transcript), "../..", "command-history-state.json");
  const changed = statSync(file, { throwIfNoEntry: false })?.mtime;
  if (!changed || changed < since) return false;
  const newest = newestIn(file);
  return newest.trim() !== "" && !isCommand(newest) && !isInThread(newest);
}

function isCommand(text: string): boolean {
  return /^\s*[/!]/.test(text);
}

function newestIn(file: string): string {
  try {
    const text = withFile(file, (handle, size) => readBytes(handle, 0, Math.min(size, MEGABYTE)).toString("utf8"));
    return asText(asList(recordFrom(text)?.["commandHistory"])[0]) ?? "";
  } catch {
    return "";
  }
}

export const copilotInstaller: Installer = {
  name: "copilot",
  title: "Copilot CLI",
  commands: ["copilot"],
  home: directoryOf,
  // Its managed-settings.json for administrators has no key about hooks.
  hooksOff: [
    {
      paths: [["disableAllHooks"]],
      value: true,
      files: (place) => [
        { file: join(directoryOf(place), "settings.json"), whose: "person" },
        { file: join(place.project, ".github/copilot/settings.json"), whose: "project" },
        { file: join(place.project, ".github/copilot/settings.local.json"), whose: "project" },
      ],
    },
  ],
  placements(place) {
    const { scope, project, shells, seconds } = place;
    const directory = scope === "user" ? join(directoryOf(place), "hooks") : join(project, ".github", "hooks");
    const hook = { type: "command", ...shells, timeoutSec: seconds };
    const text = `${JSON.stringify({ version: 1, hooks: { agentStop: [hook] } }, undefined, 2)}\n`;
    return [{ type: "file", file: join(directory, "coxswain.json"), text }];
  },
  projectRemark: "Hooks of a repository run only in folders that Copilot CLI trusts.",
};

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["COPILOT_HOME"] || join(home, ".copilot");
}
