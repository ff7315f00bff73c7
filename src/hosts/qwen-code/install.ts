import { join } from "node:path";
import type { Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

export const qwenCodeInstaller: Installer = {
  name: "qwen-code",
  title: "Qwen Code",
  commands: ["qwen"],
  home: ({ home }) => join(home, ".qwen"),
  hooksOff: {
    path: ["disableAllHooks"],
    value: true,
    file: ({ home }) => join(home, ".qwen", "settings.json"),
    project: [".qwen/settings.json"],
  },
  placements(place) {
    const directory = join(place.scope === "user" ? place.home : place.project, ".qwen");
    const hook = { type: "command", command: place.command, timeout: place.seconds * 1000 };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, { hooks: [hook] }, place);
  },
};

const EVENTS = { Stop: "always", PreCompact: "always", PostToolUse: "parallel" } as const;
