import { join } from "node:path";
import type { Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

export const geminiCliInstaller: Installer = {
  name: "gemini-cli",
  title: "Gemini CLI",
  commands: ["gemini"],
  home: ({ home }) => join(home, ".gemini"),
  hooksOff: {
    path: ["hooksConfig", "enabled"],
    value: false,
    file: ({ home }) => join(home, ".gemini", "settings.json"),
    project: [".gemini/settings.json"],
  },
  placements(place) {
    const directory = join(place.scope === "user" ? place.home : place.project, ".gemini");
    const hook = { name: "coxswain", type: "command", command: place.command, timeout: place.seconds * 1000 };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, { matcher: "*", hooks: [hook] }, place);
  },
};

const EVENTS = { AfterAgent: "always", PreCompress: "always", AfterTool: "parallel" } as const;
