import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";
import { join } from "node:path";
import { type InstallPlace, type Installer, type SwitchFile, machineDirectory } from "../installer.ts";
import { settingsPlacements, tellingStatus } from "../settings-placement.ts";

export const claudeCodeHook = claudeShapedHook({
  name: "claude-code",
  callMark: '"tool_use"',
  wakes: ["<task-notification", "<teammate-message"],
  family: "anthropic",
  owns: (input) =>
    "session_crons" in input ||
    "effort" in input ||
    ("prompt_id" in input && !("timestamp" in input) && !("model" in input)),
  events: {
    Stop: "stop",
    SubagentStop: "subagent-stop",
    PostToolBatch: "post-tool",
    PostToolUse: "post-tool",
    PreCompact: "pre-compact",
  },
  closing: "last_assistant_message",
  beside: besideTheWords,
});

export const claudeCodeInstaller: Installer = {
  name: "claude-code",
  title: "Claude Code",
  commands: ["claude"],
  home: directoryOf,
  hooksOff: [
    { paths: [["allowManagedHooksOnly"]], value: true, sparesManaged: true, files: managedFiles },
    {
      paths: [["disableAllHooks"]],
      value: true,
      files: (place) => [
        { file: join(directoryOf(place), "settings.json"), whose: "person" },
        { file: join(place.project, ".claude/settings.json"), whose: "project" },
        { file: join(place.project, ".claude/settings.local.json"), whose: "project" },
        ...managedFiles(place),
      ],
    },
  ],
  placements(place) {
    const directory = place.scope === "user" ? directoryOf(place) : join(place.project, ".claude");
    const hook = { type: "command", command: place.command, timeout: place.seconds };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, tellingStatus(hook), place);
  },
};

const EVENTS = { Stop: "always", PreCompact: "always", PostToolBatch: "parallel", SubagentStop: "subagents" } as const;

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
}

/** As documented under "Managed settings". Settings from a server, a profile or the registry are not read. */
function managedFiles(place: InstallPlace): readonly SwitchFile[] {
  const directory = machineDirectory(place, {
    linux: "etc/claude-code",
    darwin: "Library/Application Support/ClaudeCode",
    win32: "Program Files\\ClaudeCode",
  });
  return ["managed-settings.json", "managed-settings.d"].map((name) => ({
    file: join(directory, name),
    whose: "administrator",
  }));
}
