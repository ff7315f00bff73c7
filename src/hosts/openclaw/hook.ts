import { asList, asRecord, asText, asWord, recordFrom } from "../../text/loose.ts";
import type { HookHost } from "../hook.ts";
import { pluginHook } from "../claude-shaped-hook.ts";
import { join } from "node:path";
import { type InstallPlace, type Installer, pluginText } from "../installer.ts";

const hook = pluginHook("openclaw");

export const openclawHook: HookHost = {
  ...hook,
  // Its runner takes three revisions, and does not ask us about the answer to the last.
  mostAttempts: 3,
  read(input) {
    const event = hook.read(input);
    if (!event) return undefined;
    const verification = Object.entries(asRecord(input["verification"]) ?? {});
    const settings = Object.fromEntries(verification.map(([key, value]) => [`verification.${key}`, value]));
    const workspace = asText(input["workspace"]);
    const earlierFeedback = asList(input["earlier_feedback"]).map(asWord);
    const run = {
      heartbeat: input["heartbeat"] === true,
      subagent: input["subagent"] === true,
      ...(earlierFeedback.length > 0 ? { earlierFeedback, attempt: earlierFeedback.length + 1 } : {}),
    };
    return { ...event, settings, run, ...(workspace ? { workspace } : {}) };
  },
  write(event, answer) {
    const { type, objection } = answer;
    const written = hook.write(event, answer);
    return type === "continue" && objection ? JSON.stringify({ ...recordFrom(written), objection }) : written;
  },
};

const NAME = "coxswain";
const FILES = ["coxswain.js", "openclaw.plugin.json", "package.json"];

/** OpenClaw finds plugins in its own directory, and runs only those that its settings let in. */
export const openclawInstaller: Installer = {
  name: "openclaw",
  title: "OpenClaw",
  commands: ["openclaw"],
  verifies: true,
  userOnly: "OpenClaw has one gateway and one settings file for all that you do. Install it for yourself.",
  home: directoryOf,
  hooksOff: [
    { paths: [["plugins", "enabled"]], value: false, files: (place) => [{ file: settingsOf(place), whose: "person" }] },
  ],
  placements(place) {
    if (place.scope === "project") return [];
    const directory = join(directoryOf(place), "extensions", NAME);
    const file = settingsOf(place);
    const entry = ["plugins", "entries", NAME];
    return [
      ...FILES.map((name) => ({
        type: "file" as const,
        file: join(directory, name),
        text: pluginText(place.integration(`openclaw/${name}`), place),
      })),
      { type: "setting", file, path: [...entry, "enabled"], value: true },
      { type: "setting", file, path: [...entry, "hooks", "allowConversationAccess"], value: true },
      {
        type: "setting",
        file,
        path: [...entry, "hooks", "timeouts", "before_agent_finalize"],
        value: (place.seconds + RESERVE) * 1000,
      },
      { type: "allowed", file, path: ["plugins", "allow"], value: NAME },
    ];
  },
  remark: "Start its gateway anew: openclaw gateway restart. Answers are verified once verification.enabled says so.",
};

/** What OpenClaw waits longer than the plugin does: a decision that comes late is thrown away. */
const RESERVE = 5;

type Machine = Pick<InstallPlace, "home" | "env">;

function directoryOf({ home, env }: Machine): string {
  return env["OPENCLAW_STATE_DIR"] || join(env["OPENCLAW_HOME"] || home, ".openclaw");
}

function settingsOf(place: Machine): string {
  return place.env["OPENCLAW_CONFIG_PATH"] || join(directoryOf(place), "openclaw.json");
}
