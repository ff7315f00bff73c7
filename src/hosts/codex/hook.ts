import { basename, dirname, join } from "node:path";
import { asText, recordFrom } from "../../text/loose.ts";
import { upwards } from "../../text/places.ts";
import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";
import type { HookHost, HookEvent } from "../hook.ts";
import { readBytes, withFile } from "../reading/file.ts";
import { type InstallPlace, type Installer, type SwitchFile, machineDirectory } from "../installer.ts";
import { settingsPlacements, tellingStatus } from "../settings-placement.ts";

/** What is looked at of the end of the file. */
const END_BYTES = 64 * 1024;

/** Typed and not yet in the thread: the history has it at once, in whole seconds, the transcript only later. */
export function hasTyped(
  { session, transcript }: HookEvent,
  since: Date,
  isInThread: (text: string) => boolean,
): boolean {
  const file = transcript === undefined ? undefined : historyBeside(transcript);
  if (file === undefined) return false;
  return linesAtEnd(file).some((line) => {
    const entry = recordFrom(line);
    const { session_id: typedIn, ts } = entry ?? {};
    if (typedIn !== session || typeof ts !== "number" || (ts + 1) * 1000 <= since.getTime()) return false;
    const text = asText(entry?.["text"]) ?? "";
    return text.trim() !== "" && !isInThread(text);
  });
}

/** The history lies beside the directory of all sessions. */
function historyBeside(transcript: string): string | undefined {
  const sessions = [...upwards(dirname(transcript))].find((directory) => basename(directory) === "sessions");
  return sessions && join(dirname(sessions), "history.jsonl");
}

/** Empty where there is no such file: a person may have switched it off. */
function linesAtEnd(file: string): string[] {
  try {
    return withFile(file, (handle, size) => {
      const start = Math.max(0, size - END_BYTES);
      return readBytes(handle, start, size - start)
        .toString("utf8")
        .split("\n");
    });
  } catch {
    return [];
  }
}

/** Codex rejects an answer with unknown fields, so nothing may be added to the shape. */
const shaped = claudeShapedHook({
  name: "codex",
  callMark: '_call"',
  family: "openai",
  owns: (input) => "turn_id" in input && "model" in input,
  events: { Stop: "stop", SubagentStop: "subagent-stop", PostToolUse: "post-tool", PreCompact: "pre-compact" },
  closing: "last_assistant_message",
  beside: besideTheWords,
});

export const codexHook: HookHost = { ...shaped, hasTyped };

export const codexInstaller: Installer = {
  name: "codex",
  title: "Codex",
  commands: ["codex"],
  home: directoryOf,
  hooksOff: [
    {
      paths: [["allow_managed_hooks_only"]],
      value: true,
      sparesManaged: true,
      files: (place) => [requirements(place)],
    },
    {
      // The second name is the older one, which still works.
      paths: [
        ["features", "hooks"],
        ["features", "codex_hooks"],
      ],
      value: false,
      files: (place) => [
        { file: join(systemDirectory(place), "config.toml"), whose: "defaults" },
        { file: configOf(place), whose: "person" },
        { file: join(place.project, ".codex", "config.toml"), whose: "project" },
        { file: join(systemDirectory(place), "managed_config.toml"), whose: "administrator" },
        requirements(place),
      ],
    },
  ],
  folderTrust: { type: "codex", file: configOf },
  placements(place) {
    const hooks = join(place.scope === "user" ? directoryOf(place) : join(place.project, ".codex"), "hooks.json");
    const hook = { type: "command", command: place.command, timeout: place.seconds };
    return [
      ...settingsPlacements(hooks, EVENTS, tellingStatus(hook), place),
      { type: "codex-trust", config: configOf(place), hooks },
    ];
  },
};

const EVENTS = { Stop: "always", PreCompact: "always", PostToolUse: "parallel", SubagentStop: "subagents" } as const;

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["CODEX_HOME"] || join(home, ".codex");
}

function configOf(place: Pick<InstallPlace, "home" | "env">): string {
  return join(directoryOf(place), "config.toml");
}

/** As documented under "Managed configuration". */
function systemDirectory(place: InstallPlace): string {
  return machineDirectory(place, { linux: "etc/codex", darwin: "etc/codex", win32: "ProgramData\\OpenAI\\Codex" });
}

/** Settings from Codex's cloud or a machine profile are not read. */
function requirements(place: InstallPlace): SwitchFile {
  return { file: join(systemDirectory(place), "requirements.toml"), whose: "administrator" };
}
