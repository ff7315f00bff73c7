import type { HookAnswer, HookEvent, HookHost, HookKind } from "../hook.ts";
import { asList, asText, type Loose } from "../../text/loose.ts";
import { join } from "node:path";
import type { Installer } from "../installer.ts";
import { wantedEvents } from "../settings-placement.ts";

/** Event names, in the spelling of Cursor's own hook files and of Claude Code's, which it runs as well. */
const EVENTS: Readonly<Record<string, HookKind>> = {
  stop: "stop",
  Stop: "stop",
  subagentStop: "subagent-stop",
  SubagentStop: "subagent-stop",
  postToolUse: "post-tool",
  PostToolUse: "post-tool",
  preCompact: "pre-compact",
  PreCompact: "pre-compact",
};

export const cursorHook: HookHost = {
  name: "cursor",
  owns: (input) => "cursor_version" in input || "workspace_roots" in input || "conversation_id" in input,
  read(input) {
    const name = asText(input["hook_event_name"]) ?? "";
    const kind = Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
    const session = asText(input["conversation_id"]) ?? asText(input["session_id"]);
    if (kind === undefined || !session) return undefined;
    const subagent = kind === "subagent-stop";
    const status = asText(input["status"]);
    return {
      kind,
      name,
      session: subagent ? `${session}:${asText(input["subagent_id"]) ?? "subagent"}` : session,
      cwd: asText(input["cwd"]) ?? asText(asList(input["workspace_roots"])[0]),
      transcript: asText(input[subagent ? "agent_transcript_path" : "transcript_path"]) || undefined,
      closing: subagent ? asText(input["summary"]) : undefined,
      ...(status === undefined || status === "completed" ? {} : { cut: true }),
      model: modelOf(input),
    };
  },
  write(_event: HookEvent, { type, message }: HookAnswer): string {
    switch (type) {
      case "continue":
        return JSON.stringify({ followup_message: message });
      case "context":
        return JSON.stringify({ additional_context: message });
      case "tell":
        return "";
    }
  },
};

function modelOf(input: Loose): string | undefined {
  return asText(input["model_id"]) ?? asText(input["model"]);
}

export const cursorInstaller: Installer = {
  name: "cursor",
  title: "Cursor",
  commands: ["cursor-agent", "cursor"],
  home: ({ home }) => join(home, ".cursor"),
  placements(place) {
    const file = join(place.scope === "user" ? place.home : place.project, ".cursor", "hooks.json");
    const entry = { command: place.command, timeout: place.seconds };
    return wantedEvents(WANTED_EVENTS, place).map((event) => ({
      type: "entry",
      file,
      path: ["hooks", event],
      entry,
      base: { version: 1 },
    }));
  },
  remark:
    "Cursor also runs Claude Code's hooks. Where both are installed, one of them speaks and the other keeps quiet.",
};

const WANTED_EVENTS = {
  stop: "always",
  preCompact: "always",
  postToolUse: "parallel",
  subagentStop: "subagents",
} as const;
