import { besideTheWords, claudeShapedHook } from "./claude-shaped-hook.ts";
import type { HookHost } from "./hook.ts";
import { asText } from "../loose.ts";

/**
 * Hosts that load a plugin instead of starting a program. The plugin is ours (`integrations/`), and so is its input:
 * Claude Code's fields, a mark that names the host, and the messages if the host keeps no file.
 */
export function pluginHook(name: string): HookHost {
  const hook = claudeShapedHook({
    name,
    owns: (input) => input["coxswain_plugin"] === name,
    events: { Stop: "stop", PostToolUse: "post-tool", Dropped: "dropped" },
    closing: "last_assistant_message",
    beside: besideTheWords,
  });
  return {
    ...hook,
    read(input) {
      const event = hook.read(input);
      if (event?.kind === "dropped") return { ...event, dropped: asText(input["why"]) };
      return event && "messages" in input ? { ...event, messages: input["messages"] } : event;
    },
  };
}
