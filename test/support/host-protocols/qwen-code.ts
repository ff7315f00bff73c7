import { at, type HostProtocol, lines } from "./protocol.ts";
import { geminiCall } from "./gemini-cli.ts";

export const qwenCode: HostProtocol = {
  name: "qwen-code",
  write: (session, happened) => {
    let parentUuid: string | null = null;
    const record = (uuid: string, index: number, body: object): object => {
      const line = {
        uuid,
        parentUuid,
        sessionId: session,
        timestamp: at(index),
        cwd: "/shop",
        version: "0.24",
        ...body,
      };
      parentUuid = uuid;
      return line;
    };
    return lines(
      happened.flatMap((each, index): object[] => {
        switch (each.type) {
          case "user":
            return [
              record(each.id, index, {
                type: "user",
                provenance: "real_user",
                message: { role: "user", parts: [{ text: each.text }] },
              }),
            ];
          // It tells its model what a hook said, and writes nothing down.
          case "heard":
            return [];
          case "said":
            return [
              record(each.id, index, { type: "assistant", message: { role: "model", parts: [{ text: each.text }] } }),
            ];
          case "compacted":
            return [
              record(each.id, index, {
                type: "system",
                subtype: "chat_compression",
                systemPayload: { summary: each.text },
              }),
            ];
          case "call": {
            const { name, args, output } = geminiCall(each.deed);
            const functionCall = { id: each.id, name: name === "replace" ? "edit" : name, args };
            const functionResponse = { id: each.id, name, response: { output } };
            return [
              record(each.id, index, { type: "assistant", message: { role: "model", parts: [{ functionCall }] } }),
              record(`r-${each.id}`, index, {
                type: "tool_result",
                message: { role: "user", parts: [{ functionResponse }] },
                toolCallResult: { callId: each.id, status: "success" },
              }),
            ];
          }
        }
      }),
    );
  },
  stop: (session_id, transcript_path, { closing, active }) => ({
    session_id,
    transcript_path,
    hook_event_name: "Stop",
    timestamp: at(0),
    prompt_id: "q",
    stop_hook_active: active,
    last_assistant_message: closing,
    background_tasks: [],
    context_usage: 0.01,
    context_limit: 200_000,
  }),
  between: { hook_event_name: "PostToolUse" },
};
