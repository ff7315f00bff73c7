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
