import { asList, asRecord, asText, asWord, recordFrom } from "../../text/loose.ts";
import type { HookHost } from "../hook.ts";
import { pluginHook } from "../claude-shaped-hook.ts";

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
