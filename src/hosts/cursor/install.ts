import { join } from "node:path";
import type { Installer } from "../installer.ts";
import { wantedEvents } from "../settings-placement.ts";

export const cursorInstaller: Installer = {
  name: "cursor",
  title: "Cursor",
  commands: ["cursor-agent", "cursor"],
  home: ({ home }) => join(home, ".cursor"),
  placements(place) {
    const file = join(place.scope === "user" ? place.home : place.project, ".cursor", "hooks.json");
    const entry = { command: place.command, timeout: place.seconds };
    return wantedEvents(EVENTS, place).map((event) => ({
      type: "entry",
      file,
      path: ["hooks", event],
      entry,
      base: { version: 1 },
    }));
  },
  remark:
    "Cursor also runs Claude Code's hooks. Where both are installed, one of them speaks and the other keeps quiet.",
};

const EVENTS = { stop: "always", preCompact: "always", postToolUse: "parallel", subagentStop: "subagents" } as const;
