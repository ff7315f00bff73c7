import { join } from "node:path";
import type { InstallPlace, Installer } from "../installer.ts";

export const copilotInstaller: Installer = {
  name: "copilot",
  title: "Copilot CLI",
  commands: ["copilot"],
  home: directoryOf,
  // Its managed-settings.json for administrators has no key about hooks.
  hooksOff: [
    {
      paths: [["disableAllHooks"]],
      value: true,
      files: (place) => [
        { file: join(directoryOf(place), "settings.json"), whose: "person" },
        { file: join(place.project, ".github/copilot/settings.json"), whose: "project" },
        { file: join(place.project, ".github/copilot/settings.local.json"), whose: "project" },
      ],
    },
  ],
  placements(place) {
    const { scope, project, shells, seconds } = place;
    const directory = scope === "user" ? join(directoryOf(place), "hooks") : join(project, ".github", "hooks");
    const hook = { type: "command", ...shells, timeoutSec: seconds };
    const text = `${JSON.stringify({ version: 1, hooks: { agentStop: [hook] } }, undefined, 2)}\n`;
    return [{ type: "file", file: join(directory, "coxswain.json"), text }];
  },
  projectRemark: "Hooks of a repository run only in folders that Copilot CLI trusts.",
};

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["COPILOT_HOME"] || join(home, ".copilot");
}
