import type { HookAnswer, HookEvent, HookHost } from "../hook.ts";
import { asText, type Loose } from "../../loose.ts";

/**
 * Copilot CLI does not name the event in its input: a stop is told by its fields. The agent's last words are not in it,
 * and the transcript may not be there yet, or hold the turn before this one alone.
 */
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
      // It writes down that it starts this hook, behind everything that led to it.
      witness: typeof at === "number" ? `"timestamp":${at}` : undefined,
      ...(reason === undefined || reason === "end_turn" ? {} : { cut: true }),
    };
  },
  write(_event: HookEvent, { type, message }: HookAnswer): string {
    return type === "continue" ? JSON.stringify({ decision: "block", reason: message }) : "";
  },
};

/** A subagent's stop has the same fields and names the agent. */
function isStop(input: Loose): boolean {
  return ("transcriptPath" in input || "stopReason" in input) && !("agentName" in input) && !("agentId" in input);
}
