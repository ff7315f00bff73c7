import { join } from "node:path";
import { type GeminiShape, settingsFiles, trustedFolders } from "../gemini-shaped-settings.ts";
import type { Installer } from "../installer.ts";
import { settingsPlacements, tellingStatus } from "../settings-placement.ts";

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
