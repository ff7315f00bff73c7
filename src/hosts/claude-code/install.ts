import { join } from "node:path";
import type { InstallPlace, Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

export const claudeCodeInstaller: Installer = {
  name: "claude-code",
  title: "Claude Code",
  commands: ["claude"],
  home: directoryOf,
  hooksOff: {
    path: ["disableAllHooks"],
    value: true,
    file: (place) => join(directoryOf(place), "settings.json"),
    project: [".claude/settings.json", ".claude/settings.local.json"],
  },
  placements(place) {
    const directory = place.scope === "user" ? directoryOf(place) : join(place.project, ".claude");
    const hook = { type: "command", command: place.command, timeout: place.seconds };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, { hooks: [hook] }, place);
  },
};

const EVENTS = {
  Stop: "always",
  PreCompact: "always",
  PostToolBatch: "parallel",
  SubagentStop: "subagents",
} as const;

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
}
