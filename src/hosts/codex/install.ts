import { join } from "node:path";
import { type InstallPlace, type Installer, type SwitchFile, machineDirectory } from "../installer.ts";
import { settingsPlacements, tellingStatus } from "../settings-placement.ts";

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
