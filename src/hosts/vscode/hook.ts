import type { HookAnswer, HookEvent, HookHost, HookKind } from "../hook.ts";
import { asText } from "../loose.ts";

const EVENTS: Readonly<Record<string, HookKind>> = {
  Stop: "stop",
  SubagentStop: "subagent-stop",
  PostToolUse: "post-tool",
  PreCompact: "pre-compact",
};

/** VS Code's agent hooks. The format alone: what lies at its `transcript_path` is not read yet. */
export const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read(input) {
    const name = asText(input["hookEventName"]) ?? "";
    const kind = Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
    const session = asText(input["sessionId"]);
    if (kind === undefined || session === undefined || session === "") return undefined;
    const subagent = kind === "subagent-stop";
    return {
      kind,
      name,
      session: subagent ? `${session}:${asText(input["agent_id"]) ?? "subagent"}` : session,
      cwd: asText(input["cwd"]),
      transcript: asText(input["transcript_path"]),
    };
  },
  write(event: HookEvent, { type, message }: HookAnswer): string {
    switch (type) {
      case "continue": {
        const decision = { decision: "block", reason: message };
        const inside = { hookSpecificOutput: { hookEventName: event.name, ...decision } };
        return JSON.stringify(event.kind === "subagent-stop" ? decision : inside);
      }
      case "context":
        return JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext: message } });
      case "tell":
        return JSON.stringify({ systemMessage: message });
    }
  },
};
