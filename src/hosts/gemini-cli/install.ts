import { join } from "node:path";
import { type GeminiShape, settingsFiles, trustedFolders } from "../gemini-shaped-settings.ts";
import type { Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

const GEMINI: GeminiShape = {
  directory: ".gemini",
  home: ({ home, env }) => join(env["GEMINI_CLI_HOME"] || home, ".gemini"),
  machine: {
    linux: "etc/gemini-cli",
    darwin: "Library/Application Support/GeminiCli",
    win32: "ProgramData\\gemini-cli",
  },
  variables: "GEMINI_CLI",
};

export const geminiCliInstaller: Installer = {
  name: "gemini-cli",
  title: "Gemini CLI",
  inPowerShell: true,
  commands: ["gemini"],
  home: GEMINI.home,
  hooksOff: [{ paths: [["hooksConfig", "enabled"]], value: false, files: (place) => settingsFiles(GEMINI, place) }],
  folderTrust: trustedFolders(GEMINI, true),
  placements(place) {
    const directory = place.scope === "user" ? GEMINI.home(place) : join(place.project, GEMINI.directory);
    const hook = { name: "coxswain", type: "command", command: place.command, timeout: place.seconds * 1000 };
    return settingsPlacements(join(directory, "settings.json"), EVENTS, () => hook, place, { matcher: "*" });
  },
};

/** Not PreCompress: Gemini runs it before every request to the model, shows our name all the time, and waits for us. */
const EVENTS = { AfterAgent: "always", AfterTool: "parallel" } as const;
