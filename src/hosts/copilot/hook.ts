import type { HookAnswer, HookEvent, HookHost } from "../hook.ts";
import { asText, type Loose } from "../../loose.ts";
import { hasTyped } from "./history.ts";

/** A stop is recognised by its fields. The last words are missing, and the transcript may end with the turn before. */
export const copilotHook: HookHost = {
  name: "copilot",
  owns: (input) => typeof input["sessionId"] === "string" && typeof input["timestamp"] === "number",
  read(input) {
    const session = asText(input["sessionId"]);
    if (!session || !isStop(input)) return undefined;
    const reason = asText(input["stopReason"]);
    const at = input["timestamp"];
    return {
      kind: "stop",
      name: "agentStop",
      session,
      cwd: asText(input["cwd"]) ?? asText(input["workingDirectory"]),
      transcript: asText(input["transcriptPath"]) || undefined,
      // Copilot records the start of this hook in its transcript, after everything that led to it.
      witness: typeof at === "number" ? `"timestamp":${at}` : undefined,
      ...(reason === undefined || reason === "end_turn" ? {} : { cut: true }),
    };
  },
  hasTyped,
  write(_event: HookEvent, { type, message }: HookAnswer): string {
    return type === "continue" ? JSON.stringify({ decision: "block", reason: message }) : "";
  },
};

/** True for a stop of the main agent. A subagent's stop has the same fields and also names the agent. */
function isStop(input: Loose): boolean {
  return ("transcriptPath" in input || "stopReason" in input) && !("agentName" in input) && !("agentId" in input);
}
