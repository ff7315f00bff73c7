import { join } from "node:path";
import { pluginHook } from "../claude-shaped-hook.ts";
import { type InstallPlace, type Installer, pluginText } from "../installer.ts";

export const piHook = pluginHook("pi");

export const piInstaller: Installer = {
  name: "pi",
  title: "pi",
  commands: ["pi"],
  home: directoryOf,
  placements(place) {
    const directory = place.scope === "user" ? directoryOf(place) : join(place.project, ".pi");
    const text = pluginText(place.integration("pi/coxswain.ts"), place);
    return [{ type: "file", file: join(directory, "extensions", "coxswain.ts"), text }];
  },
  projectRemark: "Extensions of a project load only once pi was told to trust it.",
};

function directoryOf({ home, env }: Pick<InstallPlace, "home" | "env">): string {
  return env["PI_CODING_AGENT_DIR"] || join(home, ".pi", "agent");
}
