/** Events for Codex's screen. They repeat what the model's record says, or say nothing about the work. */
export const NOISE_EVENTS = new Set(
  (
    "user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break " +
    "task_started task_complete turn_started turn_complete patch_apply_begin patch_apply_end exec_command_begin " +
    "exec_command_end mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end image_generation_end " +
    "view_image_tool_call context_compacted thread_settings_applied thread_goal_updated thread_name_updated " +
    "entered_review_mode exited_review_mode plan_update turn_diff warning stream_error background_event " +
    "sub_agent_activity session_configured shutdown_complete undo_completed"
  ).split(" "),
);

const CLOSE_OBJECT = 0x7d;
const HEAD_BYTES = 200;
/** Where the type stands in nearly all lines. A wrong hit costs nothing but a closer look. */
const TYPE_AT = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"'.length;
const RESPONSE = 0x72;
const ITEM_AT = TYPE_AT + 'response_item","payload":{"type":"'.length;
const REASONING = 0x72;
const HEAD =
  /^\{"timestamp":"[^"\\]{0,40}",(?:"ordinal":\d{1,15},)?"type":"(\w{1,40})","payload":\{(?:"type":"(\w{1,40})")?/;

/** Reasoning that only the provider can decrypt: all keys of the line are known, and none holds readable text. */
const SEALED =
  /^\{"timestamp":"[^"\\]{0,40}",(?:"ordinal":\d{1,15},)?"type":"response_item","payload":\{"type":"reasoning",(?:"id":"[^"\\]{0,200}",)?"summary":\[\],(?:"content":null,)?"encrypted_content":"[^"\\]*"(?:,"internal_chat_message_metadata_passthrough":\{"turn_id":"[^"\\]{0,80}"\})?\}\}$/;

/** The keys that decide come first, in the order that Codex writes. */
export function isNoise(line: Buffer, inScript: boolean): boolean {
  if (line[line.length - 1] !== CLOSE_OBJECT) return false;
  if (line[TYPE_AT] === RESPONSE) return line[ITEM_AT] === REASONING && SEALED.test(line.toString("latin1"));
  const [, type, event] = HEAD.exec(line.toString("latin1", 0, HEAD_BYTES)) ?? [];
  if (type === "world_state" || type === "token_usage_record") return true;
  if (type !== "event_msg" || event === undefined) return false;
  return event === "item_completed" ? !inScript : NOISE_EVENTS.has(event);
}
