/** Events that say nothing about the work. */
export const NOISE_EVENTS = new Set(
  (
    "assistant.turn_start assistant.turn_end assistant.intent assistant.reasoning assistant.usage hook.start " +
    "permission.requested permission.completed session.background_tasks_changed session.compaction_start " +
    "session.context_changed session.handoff session.idle session.info session.mode_changed " +
    "session.permissions_changed session.plan_changed session.remote_steerable_changed session.shutdown " +
    "session.snapshot_rewind session.task_complete session.title_changed session.tools_updated session.truncation " +
    "session.usage_info session.warning session.workspace_file_changed subagent.completed subagent.deselected " +
    "subagent.failed subagent.selected subagent.started system.message tool.execution_partial_result " +
    "tool.execution_progress tool.execution_start"
  ).split(" "),
);
