import { join } from "node:path";
import type { InstallPlace, Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

export const codexInstaller: Installer = {
  name: "codex",
  title: "Codex",
  commands: ["codex"],
  home: directoryOf,
  placements(place) {
    const hooks = join(place.scope === "user" ? directoryOf(place) : join(place.project, ".codex"), "hooks.json");
    const hook = { type: "command", command: place.command, timeout: place.seconds };
    return [
      ...settingsPlacements(hooks, EVENTS, { hooks: [hook] }, place),
      { type: "codex-trust", config: join(directoryOf(place), "config.toml"), hooks },
    ];
  },
};

const EVENTS = {
  Stop: "always",
  PreCompact: "always",
  PostToolUse: "parallel",
  SubagentStop: "subagents",
} as const;

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["CODEX_HOME"] || join(home, ".codex");
}
