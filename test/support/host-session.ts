/** What happens in a session, whoever writes it down. */
export type Happening =
  | { readonly type: "user" | "said" | "heard"; readonly id: string; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly deed: Deed }
  | { readonly type: "compacted"; readonly id: string; readonly text: string };

export type Deed =
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly type: "run"; readonly command: string; readonly output: string; readonly exit: number };

/** How one host writes a session, asks its hook at a stop and between calls, and takes the answer. */
export interface HostProtocol {
  readonly name: string;
  /** The whole transcript. */
  readonly write: (session: string, happened: readonly Happening[], stop: Stop) => string;
  readonly stop: (session: string, path: string, stop: Stop) => Readonly<Record<string, unknown>>;
  /** What is told between two calls, where the host can be spoken to then. */
  readonly between?: Readonly<Record<string, unknown>>;
  /** What a hook said stands in the transcript as if the person had said it. */
  readonly unmarked?: boolean;
  /** The transcript travels in the input, because the host has no file to show. */
  readonly handsOver?: boolean;
}

export interface Stop {
  readonly closing: string;
  /** Everything the agent said since the person spoke. */
  readonly said: string;
  /** The host's own word on whether a hook made the agent go on. */
  readonly active: boolean;
  /** When the host started the hook. */
  readonly at: number;
}

const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const at = (index: number): string => new Date(1_790_000_000_000 + index * 1000).toISOString();
const isFailed = (deed: Deed): boolean => deed.type === "run" && deed.exit !== 0;
const outputOf = (deed: Deed): string =>
  deed.type === "run" ? deed.output : deed.type === "read" ? "export const value = 1;" : "The file was updated.";

const claudeCode: HostProtocol = {
  name: "claude-code",
  write: (session, happened) =>
    lines(
      happened.flatMap((each, index): object[] => {
        const envelope = { parentUuid: null, isSidechain: false, cwd: "/shop", sessionId: session, version: "2.1.325" };
        const line = (type: string, message: object, more: object = {}): object => {
          const uuid = "uuid" in more ? {} : { uuid: each.id };
          return { ...envelope, type, message, timestamp: at(index), ...uuid, ...more };
        };
        const assistant = (block: object, stop_reason: string): object =>
          line("assistant", { id: `m-${each.id}`, role: "assistant", content: [block], stop_reason });
        switch (each.type) {
          case "user":
            return [line("user", { role: "user", content: each.text })];
          case "heard":
            return [line("user", { role: "user", content: `Stop hook feedback:\n${each.text}` }, { isMeta: true })];
          case "said":
            return [assistant({ type: "text", text: each.text }, "end_turn")];
          case "compacted":
            return [
              { ...envelope, type: "system", subtype: "compact_boundary", uuid: `b-${each.id}`, timestamp: at(index) },
              line("user", { role: "user", content: each.text }, { isCompactSummary: true }),
            ];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["Read", { file_path: deed.path }]
                : deed.type === "edit"
                  ? ["Edit", { file_path: deed.path, old_string: deed.before, new_string: deed.after }]
                  : ["Bash", { command: deed.command }];
            const content = `${isFailed(deed) ? "Exit code 1\n" : ""}${outputOf(deed)}`;
            const result = { type: "tool_result", tool_use_id: each.id, content, is_error: isFailed(deed) };
            return [
              assistant({ type: "tool_use", id: each.id, name, input }, "tool_use"),
              line("user", { role: "user", content: [result] }, { uuid: `r-${each.id}` }),
            ];
          }
        }
      }),
    ),
  stop: (session_id, transcript_path, { closing, active }) => ({
    session_id,
    transcript_path,
    prompt_id: "p",
    hook_event_name: "Stop",
    stop_hook_active: active,
    last_assistant_message: closing,
    background_tasks: [],
    session_crons: [],
  }),
  between: { hook_event_name: "PostToolBatch" },
};

/** Old versions give the messages no names. */
function codex(name: string, hasIds: boolean): HostProtocol {
  return {
    name,
    write: (session, happened) =>
      lines([
        { timestamp: at(0), type: "session_meta", payload: { id: session, cwd: "/shop", originator: "codex-tui" } },
        ...happened.flatMap((each, index): object[] => {
          const item = (payload: object): object => ({ timestamp: at(index), type: "response_item", payload });
          const named = hasIds ? { id: each.id } : {};
          const user = (text: string): object =>
            item({ type: "message", ...named, role: "user", content: [{ type: "input_text", text }] });
          switch (each.type) {
            case "user":
              return [user(each.text)];
            case "heard":
              return [user(`<hook_prompt hook_run_id="stop:7">${escaped(each.text)}</hook_prompt>`)];
            case "said":
              return [
                item({ type: "message", role: "assistant", content: [{ type: "output_text", text: each.text }] }),
              ];
            case "compacted":
              return [{ timestamp: at(index), type: "compacted", payload: { message: each.text } }];
            case "call": {
              const { deed } = each;
              if (deed.type === "edit") {
                const { path, before, after } = deed;
                const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch\n`;
                return [
                  item({ type: "custom_tool_call", status: "completed", call_id: each.id, name: "apply_patch", input }),
                  item({
                    type: "custom_tool_call_output",
                    call_id: each.id,
                    output: "Exit code: 0\nOutput:\nSuccess.\n",
                  }),
                ];
              }
              const cmd = deed.type === "read" ? `cat ${deed.path}` : deed.command;
              const exit = deed.type === "run" ? deed.exit : 0;
              const output = `Wall time: 0.2 seconds\nProcess exited with code ${exit}\nOutput:\n${outputOf(deed)}`;
              return [
                item({
                  type: "function_call",
                  name: "exec_command",
                  arguments: JSON.stringify({ cmd }),
                  call_id: each.id,
                }),
                item({ type: "function_call_output", call_id: each.id, output }),
              ];
            }
          }
        }),
      ]),
    stop: (session_id, transcript_path, { closing, active }) => ({
      session_id,
      turn_id: "t",
      transcript_path,
      hook_event_name: "Stop",
      model: "gpt-5.5",
      stop_hook_active: active,
      last_assistant_message: closing,
    }),
    between: { hook_event_name: "PostToolUse" },
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Tools of Gemini CLI and of Qwen Code, which came from it. */
function geminiCall(deed: Deed): { readonly name: string; readonly args: object; readonly output: string } {
  switch (deed.type) {
    case "read":
      return { name: "read_file", args: { file_path: deed.path }, output: outputOf(deed) };
    case "edit": {
      const { path: file_path, before: old_string, after: new_string } = deed;
      return { name: "replace", args: { file_path, old_string, new_string }, output: outputOf(deed) };
    }
    case "run": {
      const output = `Command: ${deed.command}\nOutput: ${deed.output}\nExit Code: ${deed.exit}`;
      return { name: "run_shell_command", args: { command: deed.command }, output };
    }
  }
}

const geminiCli: HostProtocol = {
  name: "gemini-cli",
  unmarked: true,
  write: (session, happened) =>
    lines([
      { sessionId: session, projectHash: "h", startTime: at(0), lastUpdated: at(0), kind: "main" },
      ...happened.flatMap((each, index): object[] => {
        const message = (type: string, content: unknown, more: object = {}): object => ({
          id: each.id,
          timestamp: at(index),
          type,
          content,
          ...more,
        });
        switch (each.type) {
          case "user":
          case "heard":
            return [message("user", [{ text: each.text }])];
          case "said":
            return [message("gemini", each.text, { thoughts: [], model: "gemini-3-pro" })];
          case "compacted":
            return [message("user", [{ text: `<state_snapshot>${each.text}</state_snapshot>` }])];
          case "call": {
            const { name, args, output } = geminiCall(each.deed);
            const result = [{ functionResponse: { id: each.id, name, response: { output } } }];
            const toolCalls = [{ id: each.id, name, args, result, status: "success" }];
            return [
              message("gemini", ""),
              message("gemini", "", { toolCalls }),
              { ...message("user", result), id: `r-${each.id}` },
            ];
          }
        }
      }),
    ]),
  stop: (session_id, transcript_path, { said }) => ({
    session_id,
    transcript_path,
    hook_event_name: "AfterAgent",
    timestamp: at(0),
    prompt: "",
    prompt_response: said,
    stop_hook_active: false,
  }),
  between: { hook_event_name: "AfterTool" },
};

const qwenCode: HostProtocol = {
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

const copilot: HostProtocol = {
  name: "copilot",
  write: (sessionId, happened, stop) =>
    lines([
      { type: "session.start", data: { sessionId, context: { cwd: "/shop" } }, id: "start", timestamp: at(0) },
      ...happened.flatMap((each, index): object[] => {
        const event = (type: string, data: object, id = each.id): object => ({ type, data, id, timestamp: at(index) });
        const answer = (content: string, toolRequests: readonly object[]): object =>
          event("assistant.message", { messageId: `m-${each.id}`, content, toolRequests });
        switch (each.type) {
          case "user":
            return [event("user.message", { content: each.text })];
          case "heard":
            return [
              event(
                "hook.end",
                { hookType: "agentStop", output: { decision: "block", reason: each.text } },
                `h-${each.id}`,
              ),
              event("user.message", { content: each.text }),
            ];
          case "said":
            return [answer(each.text, [])];
          case "compacted":
            return [event("session.compaction_complete", { success: true, summaryContent: each.text })];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["view", { path: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { path: deed.path, old_str: deed.before, new_str: deed.after }]
                  : ["bash", { command: deed.command }];
            const exit = deed.type === "run" ? `\n<exited with exit code ${deed.exit}>` : "";
            return [
              answer("", [{ toolCallId: each.id, name, arguments: input, type: "function" }]),
              event(
                "tool.execution_complete",
                { toolCallId: each.id, success: true, result: { content: outputOf(deed) + exit } },
                `r-${each.id}`,
              ),
            ];
          }
        }
      }),
      { type: "hook.start", data: { hookType: "agentStop", input: { sessionId, timestamp: stop.at } }, id: "hook" },
    ]),
  stop: (sessionId, transcriptPath, { active, at: timestamp }) => ({
    sessionId,
    timestamp,
    transcriptPath,
    stopReason: "end_turn",
    stop_hook_active: active,
  }),
};

const pi: HostProtocol = {
  name: "pi",
  write: (id, happened) => {
    let parentId: string | null = null;
    const entry = (own: string, index: number, body: object): object => {
      const line = { id: own, parentId, timestamp: at(index), ...body };
      parentId = own;
      return line;
    };
    return lines([
      { type: "session", version: 3, id, timestamp: at(0), cwd: "/shop" },
      ...happened.flatMap((each, index): object[] => {
        const message = (body: object, own = each.id): object => entry(own, index, { type: "message", message: body });
        switch (each.type) {
          case "user":
            return [message({ role: "user", content: [{ type: "text", text: each.text }] })];
          case "heard":
            return [entry(each.id, index, { type: "custom_message", customType: "coxswain", content: each.text })];
          case "said":
            return [message({ role: "assistant", content: [{ type: "text", text: each.text }], stopReason: "stop" })];
          case "compacted":
            return [entry(each.id, index, { type: "compaction", summary: each.text })];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["read", { path: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { path: deed.path, edits: [{ oldText: deed.before, newText: deed.after }] }]
                  : ["bash", { command: deed.command }];
            const code = isFailed(deed) ? "\n\nCommand exited with code 1" : "";
            return [
              message({
                role: "assistant",
                content: [{ type: "toolCall", id: each.id, name, arguments: input }],
                stopReason: "toolUse",
              }),
              message(
                {
                  role: "toolResult",
                  toolCallId: each.id,
                  toolName: name,
                  content: [{ type: "text", text: outputOf(deed) + code }],
                  isError: isFailed(deed),
                },
                `r-${each.id}`,
              ),
            ];
          }
        }
      }),
    ]);
  },
  stop: (session_id, transcript_path, { closing }) => ({
    coxswain_plugin: "pi",
    hook_event_name: "Stop",
    session_id,
    transcript_path,
    model: "claude-sonnet-5",
    last_assistant_message: closing,
  }),
  between: { hook_event_name: "PostToolUse", last_assistant_message: undefined },
};

const opencode: HostProtocol = {
  name: "opencode",
  unmarked: true,
  handsOver: true,
  write: (sessionID, happened) =>
    JSON.stringify(
      happened.map((each, index) => {
        const time = { created: Date.parse(at(index)), completed: Date.parse(at(index)) };
        const info = { id: each.id, sessionID, time, path: { cwd: "/shop" } };
        const answer = (finish: string, part: object): object => ({
          info: { ...info, role: "assistant", modelID: "claude-sonnet-5", finish },
          parts: [part],
        });
        switch (each.type) {
          // Its plugins speak as the person does.
          case "user":
          case "heard":
            return { info: { ...info, role: "user" }, parts: [{ type: "text", text: each.text }] };
          case "said":
            return answer("stop", { type: "text", text: each.text });
          case "compacted":
            return {
              info: { ...info, role: "assistant", summary: true, finish: "stop" },
              parts: [{ type: "text", text: each.text }],
            };
          case "call": {
            const { deed } = each;
            const [tool, input] =
              deed.type === "read"
                ? ["read", { filePath: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { filePath: deed.path, oldString: deed.before, newString: deed.after }]
                  : ["bash", { command: deed.command }];
            const metadata = deed.type === "run" ? { exit: deed.exit } : {};
            const state = { status: "completed", input, output: outputOf(deed), metadata };
            return answer("tool-calls", { type: "tool", callID: each.id, tool, state });
          }
        }
      }),
    ),
  stop: (session_id) => ({ coxswain_plugin: "opencode", hook_event_name: "Stop", session_id }),
};

const cursor: HostProtocol = {
  name: "cursor",
  unmarked: true,
  write: (_session, happened) =>
    lines(
      happened.flatMap((each): object[] => {
        const assistant = (block: object): object => ({ role: "assistant", message: { content: [block] } });
        switch (each.type) {
          // What its hooks say is sent as if the person had.
          case "user":
          case "heard": {
            const text = `<user_query>\n${each.text}\n</user_query>`;
            return [{ role: "user", message: { content: [{ type: "text", text }] } }];
          }
          case "said":
            return [assistant({ type: "text", text: each.text }), { type: "turn_ended", status: "success" }];
          case "compacted":
            return [];
          case "call": {
            const { deed, id } = each;
            const [name, input] =
              deed.type === "read"
                ? ["Read", { path: deed.path }]
                : deed.type === "edit"
                  ? ["StrReplace", { path: deed.path, old_string: deed.before, new_string: deed.after }]
                  : ["Shell", { command: deed.command }];
            const exit = deed.type === "run" ? `Exit code: ${deed.exit}\n\n` : "";
            const result = { type: "tool_result", tool_use_id: id, content: exit + outputOf(deed) };
            return [assistant({ type: "tool_use", id, name, input }), { role: "tool", message: { content: [result] } }];
          }
        }
      }),
    ),
  stop: (conversation_id, transcript_path) => ({
    conversation_id,
    generation_id: "g",
    hook_event_name: "stop",
    cursor_version: "3.17.0",
    workspace_roots: ["/shop"],
    model: "gpt-5.5",
    status: "completed",
    loop_count: 0,
    transcript_path,
  }),
  between: { hook_event_name: "postToolUse" },
};

/** Nobody reads its transcripts yet, so nothing is ever said. */
const vscode: HostProtocol = {
  name: "vscode",
  write: claudeCode.write,
  stop: (sessionId, transcript_path) => ({ hookEventName: "Stop", sessionId, transcript_path, timestamp: at(0) }),
};

export const HOST_PROTOCOLS: readonly HostProtocol[] = [
  claudeCode,
  codex("codex", true),
  codex("codex, an old one", false),
  geminiCli,
  qwenCode,
  copilot,
  pi,
  opencode,
  cursor,
  vscode,
];
