import { claudeShapedHook } from "../claude-shaped-hook.ts";
import { asWord } from "../../text/loose.ts";
import { join } from "node:path";
import { type GeminiShape, settingsFiles, trustedFolders } from "../gemini-shaped-settings.ts";
import type { Installer } from "../installer.ts";
import { settingsPlacements } from "../settings-placement.ts";

const EVENTS = { AfterAgent: "stop", AfterTool: "post-tool" } as const;

/** `stop_hook_active` is false also after a correction answered with a call: only a true can be trusted. */
export const geminiCliHook = claudeShapedHook({
  name: "gemini-cli",
  callMark: '"name"',
  family: "google",
  owns: (input) => Object.hasOwn(EVENTS, asWord(input["hook_event_name"])),
  events: EVENTS,
  closing: "prompt_response",
  cumulative: true,
  // Shown in place of the words that the agent gets.
  beside: (words) => `${words} · cox why last`,
});

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
    return settingsPlacements(join(directory, "settings.json"), WANTED_EVENTS, () => hook, place, { matcher: "*" });
  },
};

/** Not PreCompress: Gemini runs it before every request to the model, shows our name all the time, and waits for us. */
const WANTED_EVENTS = { AfterAgent: "always", AfterTool: "parallel" } as const;
