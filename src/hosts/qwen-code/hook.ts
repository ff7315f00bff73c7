import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";
import type { HookEvent, HookHost } from "../hook.ts";
import { join } from "node:path";
import { type GeminiShape, settingsFiles, trustedFolders } from "../gemini-shaped-settings.ts";
import type { Installer } from "../installer.ts";
import { settingsPlacements, tellingStatus } from "../settings-placement.ts";

const shaped = claudeShapedHook({
  name: "qwen-code",
  callMark: '"functionCall"',
  family: "qwen",
  owns: (input) =>
    "context_usage" in input || "context_limit" in input || ("prompt_id" in input && "timestamp" in input),
  events: { Stop: "stop", PostToolUse: "post-tool", PreCompact: "pre-compact" },
  closing: "last_assistant_message",
  beside: besideTheWords,
});

export const qwenCodeHook: HookHost = {
  ...shaped,
  read(input) {
    const event = shaped.read(input);
    return event?.kind === "stop" ? { ...event, witness: witnessOf(event) } : event;
  },
};

/** What stands for a turn that ends without a word. */
const NO_WORDS = "[no response text]";
const ENOUGH = 60;

/** Qwen Code writes its transcript a little behind; the last words come into it, but only after all the work. */
function witnessOf({ closing = "" }: HookEvent): string | undefined {
  const words = closing.trim();
  if (words === "" || words === NO_WORDS) return undefined;
  return JSON.stringify([...words].slice(0, ENOUGH).join("")).slice(1, -1);
}

const QWEN: GeminiShape = {
  directory: ".qwen",
  home: ({ home, env }) => env["QWEN_HOME"] || join(home, ".qwen"),
  machine: { linux: "etc/qwen-code", darwin: "Library/Application Support/QwenCode", win32: "ProgramData\\qwen-code" },
  variables: "QWEN_CODE",
};

export const qwenCodeInstaller: Installer = {
  name: "qwen-code",
  title: "Qwen Code",
  commands: ["qwen"],
  home: QWEN.home,
  hooksOff: [{ paths: [["disableAllHooks"]], value: true, files: (place) => settingsFiles(QWEN, place) }],
  folderTrust: trustedFolders(QWEN, false),
  placements(place) {
    const directory = place.scope === "user" ? QWEN.home(place) : join(place.project, QWEN.directory);
    // Seconds: newer versions still take a thousand and more for milliseconds, but complain.
    const hook = { type: "command", command: place.command, timeout: place.seconds };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, tellingStatus(hook), place);
  },
};

const EVENTS = { Stop: "always", PreCompact: "always", PostToolUse: "parallel" } as const;
