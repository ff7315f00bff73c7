import { besideTheWords, claudeShapedHook } from "./claude-shaped-hook.ts";
import type { HookHost } from "./hook.ts";
import { asText } from "../text/loose.ts";

/** The plugin is ours, and so is its input: Claude Code's fields, the host's name, and messages without a file. */
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
