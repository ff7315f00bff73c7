import { join } from "node:path";
import { pluginHook } from "../claude-shaped-hook.ts";
import { type InstallPlace, type Installer, pluginText } from "../installer.ts";

export const opencodeHook = pluginHook("opencode");

export const opencodeInstaller: Installer = {
  name: "opencode",
  title: "opencode",
  commands: ["opencode"],
  home: directoryOf,
  placements(place) {
    const directory = place.scope === "user" ? directoryOf(place) : join(place.project, ".opencode");
    const text = pluginText(place.integration("opencode/coxswain.js"), place);
    return [{ type: "file", file: join(directory, "plugins", "coxswain.js"), text }];
  },
};

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");
}
