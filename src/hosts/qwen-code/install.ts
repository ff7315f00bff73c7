import { join } from "node:path";
import { type GeminiShape, settingsFiles, trustedFolders } from "../gemini-shaped-settings.ts";
import type { Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

const QWEN: GeminiShape = {
  directory: ".qwen",
  machine: {
    linux: "etc/qwen-code",
    darwin: "Library/Application Support/QwenCode",
    win32: "ProgramData\\qwen-code",
  },
  variables: "QWEN_CODE",
};

export const qwenCodeInstaller: Installer = {
  name: "qwen-code",
  title: "Qwen Code",
  commands: ["qwen"],
  home: ({ home }) => join(home, ".qwen"),
  hooksOff: [{ paths: [["disableAllHooks"]], value: true, files: (place) => settingsFiles(QWEN, place) }],
  folderTrust: trustedFolders(QWEN, false),
  placements(place) {
    const directory = join(place.scope === "user" ? place.home : place.project, ".qwen");
    const hook = { type: "command", command: place.command, timeout: place.seconds * 1000 };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, { hooks: [hook] }, place);
  },
};

const EVENTS = { Stop: "always", PreCompact: "always", PostToolUse: "parallel" } as const;
