/** Never about the conversation. Those from `stream_event` on are only printed, never in transcripts. */
export const NOISE_TYPES = new Set(
  (
    "progress file-history-snapshot file-history-delta summary custom-title ai-title agent-name agent-color " +
    "agent-setting last-prompt tag mode permission-mode pr-link worktree-state task-summary content-replacement " +
    "attribution-snapshot speculation-accept api-request api-request-blob api-request-shape tools-used atis-latch " +
    "cost-state bridge-session stream_event rate_limit_event tool_progress tool_use_summary auth_status " +
    "control_request control_response"
  ).split(" "),
);

export const NOISE_SYSTEM_SUBTYPES = new Set(
  (
    "stop_hook_summary turn_duration local_command api_error api_metrics informational away_summary " +
    "scheduled_task_fire bridge_status microcompact_boundary memory_saved permission_retry agents_killed " +
    "file_snapshot hook_started hook_progress hook_response notification status api_retry task_started task_progress " +
    "task_updated task_notification session_state_changed"
  ).split(" "),
);

/** Attachments with words of the user or a hook, or with guidance. All others are the host's own bookkeeping. */
export const TELLING_ATTACHMENTS = new Set(
  "queued_command nested_memory instructions session_context hook_additional_context hook_blocking_error".split(" "),
);
