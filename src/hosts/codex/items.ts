import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import { toolForm } from "../../thread/tool-input.ts";
import { callInput, namesIn, rememberCall, takeCall, noteLeft, tellLeft } from "../reading/calls.ts";
import { contentText, imagesIn, unwrapped } from "../reading/content.ts";
import {
  type AssistantContent,
  guidanceDiscovered,
  inferenceCompleted,
  toolData,
  type UserContent,
  userMessage,
  messageNameFrom,
} from "../reading/deltas.ts";
import { guidanceRead, guidanceShown, guidanceFile } from "../reading/guidance.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { setNewest } from "../reading/stored.ts";
import { done } from "../reading/tool-outcome.ts";
import { itemId, type ReaderState, rememberTurnStart, responseId } from "./state.ts";
import { askedAbout, readOutput, scriptOf, sinceThen } from "./tool-output.ts";

export function readItem(item: Loose, state: ReaderState, at: string | undefined): Delta[] | undefined {
  switch (item["type"]) {
    case "message":
      return readMessage(item, state, at);
    case "reasoning":
      return readReasoning(item, state, at);
    case "function_call":
      return call(item, { name: toolName(item), input: callInput(item["arguments"]) }, state, at);
    case "custom_tool_call":
      return call(item, { name: asText(item["name"]) ?? "", input: item["input"] }, state, at);
    case "local_shell_call":
      return call(item, { name: "local_shell", input: shellInput(item) }, state, at);
    case "tool_search_call":
      return call(item, { name: "tool_search", input: callInput(item["arguments"]) }, state, at);
    case "web_search_call":
      return calledOnServer(item, { name: "web_search", input: item["action"] }, state, at);
    case "image_generation_call":
      return calledOnServer(item, { name: "image_generation", input: { prompt: item["revised_prompt"] } }, state, at);
    case "function_call_output":
    case "custom_tool_call_output":
    case "local_shell_call_output":
      return answer(item, item["output"], state, at);
    case "tool_search_output":
      return answer(item, namesIn(item["tools"]), state, at);
    case "agent_message":
      return otherAgent(item, state, at);
    case "additional_tools":
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
    case "ghost_snapshot":
    case "other":
      return [];
    default:
      return undefined;
  }
}

function readMessage(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  switch (item["role"]) {
    case "assistant":
      return readAnswer(item, state, at);
    case "user":
      return readUser(item, state, at);
    case "developer":
      return readDeveloper(item, state, at);
    default:
      return [];
  }
}

/** In versions without phases, all text looks the same: it ends the turn unless a call follows. */
function readAnswer(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const text = contentText(item["content"]);
  if (text.trim() === "") return [];
  return say([{ type: "text", text }], item["phase"] === "commentary" ? "tool_use" : "end_turn", state, at);
}

function readReasoning(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const text = [contentText(item["summary"]), contentText(item["content"])].filter((part) => part !== "").join("\n");
  if (text.trim() === "") return [];
  return say([{ type: "thinking", text }], state.open ? state.stopReason : "tool_use", state, at);
}

function say(
  content: AssistantContent,
  stopReason: ReaderState["stopReason"],
  state: ReaderState,
  at: string | undefined,
): Delta[] {
  state.stopReason = stopReason;
  return [inferenceCompleted({ id: responseId(state), content, stopReason, model: state.model }, at)];
}

function readUser(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const id = asText(item["id"]) ?? messageNameFrom(itemId(state, "user"), item["content"]);
  const written: Record<"person" | "hook" | "host", UserContent> = { person: [], hook: [], host: [] };
  const deltas: Delta[] = [];
  for (const { text, provenance } of textsIn(item)) {
    const fragment = readFragment(text, provenance);
    if (fragment.author === "guidance") deltas.push(...guidanceDiscovered(fragment.files, at));
    else if (fragment.author !== "nobody") written[fragment.author].push({ type: "text", text: fragment.text });
  }
  written.person.push(...imagesIn(item["content"]));
  if (written.hook.length > 0) deltas.push(userMessage(id, "hook", written.hook, at));
  if (written.host.length > 0) deltas.push(userMessage(id, "host", written.host, at));
  if (written.person.length > 0) {
    rememberTurnStart(state);
    deltas.push(userMessage(id, "user", written.person, at));
  }
  if (deltas.length > 0) state.open = false;
  if (written.hook.length > 0 || written.person.length > 0) state.metered = true;
  return deltas;
}

/** Codex itself writes in the developer role, too. Only text from a hook is of interest. */
function readDeveloper(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const content: UserContent = textsIn(item).flatMap(({ text, provenance }) =>
    provenance === "hook" ? [{ type: "text" as const, text }] : [],
  );
  if (content.length === 0) return [];
  state.open = false;
  return [userMessage(asText(item["id"]) ?? itemId(state, "developer"), "hook", content, at)];
}

function textsIn(item: Loose): { text: string; provenance: string | undefined }[] {
  const known = asList(asRecord(item["internal_chat_message_metadata_passthrough"])?.["content_item_metadata"]);
  return asList(item["content"]).flatMap((part, index) => {
    const text = asText(asRecord(part)?.["text"]);
    if (text === undefined) return [];
    const provenance = asRecord(asRecord(known[index])?.["provenance"]);
    return [{ text, provenance: provenance?.["hook"] === true ? "hook" : asText(provenance?.["type"]) }];
  });
}

/** With the name of an MCP server, so that its tool is not mistaken for one of Codex. */
function toolName(item: Loose): string {
  const name = asText(item["name"]) ?? "";
  const namespace = asText(item["namespace"]);
  return namespace?.startsWith("mcp__") ? `${namespace}__${name}` : name;
}

function shellInput(item: Loose): unknown {
  const action = asRecord(item["action"]);
  return { command: action?.["command"], workdir: action?.["working_directory"] };
}

interface Called {
  readonly name: string;
  readonly input: unknown;
}

function call(item: Loose, { name, input }: Called, state: ReaderState, at: string | undefined): Delta[] {
  const id = callId(item, state);
  rememberCall(state.calls, id, name, guidanceRead(name, input), askedAbout(name, input));
  if (toolForm(name) === "script") setNewest(state.scripts, id, scriptOf(input), MOST_SCRIPTS);
  return say([{ type: "tool_use", id, name, input }], "tool_use", state, at);
}

/** A call that the provider runs itself, with its result at once: the file holds no result for it. */
function calledOnServer(item: Loose, called: Called, state: ReaderState, at: string | undefined): Delta[] {
  const id = callId(item, state);
  const failed = item["status"] === "failed";
  const said = say([{ type: "tool_use", id, ...called }], "tool_use", state, at);
  return [...said, toolData(id, { ...done(""), ...(failed ? { status: "error" as const } : {}) }, at)];
}

function callId(item: Loose, state: ReaderState): string {
  return asText(item["call_id"]) ?? asText(item["id"]) ?? itemId(state, "call");
}

function answer(item: Loose, output: unknown, state: ReaderState, at: string | undefined): Delta[] {
  const id = asText(item["call_id"]);
  if (id === undefined) return [];
  const known = takeCall(state.calls, id);
  const asked = state.left.get(known?.about ?? "");
  const scriptId = state.scripts.has(id) ? id : (asked ?? id);
  const outcome = readOutput(known?.name, output, state.scripts.get(scriptId));
  // A script that goes on keeps what is told of it until somebody has waited for its end.
  if (outcome.status !== "background") state.scripts.delete(scriptId);
  state.open = false;
  const since = asked === undefined ? undefined : sinceThen(known?.name ?? "", outcome);
  const later = since ? tellLeft(state.left, known?.about, since, at) : [];
  if (asked === undefined) noteLeft(state.left, id, outcome.running, outcome);
  return [...later, toolData(id, outcome, at), ...guidanceDiscovered(guidanceShown(known, outcome), at)];
}

const MOST_SCRIPTS = 256;

export function otherAgent(item: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const text = contentText(item["content"]).trim();
  if (text === "") return [];
  state.open = false;
  return [userMessage(asText(item["id"]) ?? itemId(state, "agent"), "host", [{ type: "text", text }], at)];
}

type Fragment =
  | { readonly author: "person" | "hook" | "host"; readonly text: string }
  | { readonly author: "guidance"; readonly files: readonly GuidanceFile[] }
  /** Of no interest: the environment and the permissions. */
  | { readonly author: "nobody" };

const NOBODY: Fragment = { author: "nobody" };

/** Much that Codex writes is in the user's role. `provenance` names the author in some versions, else markers do. */
export function readFragment(text: string, provenance: string | undefined): Fragment {
  const words = text.trim();
  if (words === "" || IMAGE_MARK.test(words)) return NOBODY;
  const hook = hookPrompt(words);
  if (hook !== undefined) return { author: "hook", text: hook };
  const files = guidanceIn(words);
  if (files.length > 0) return { author: "guidance", files };
  if (provenance !== "user") {
    if (NOTICE.test(words)) return { author: "host", text: words };
    if (CONTEXT.test(words)) return NOBODY;
    if (provenance === "hook") return { author: "hook", text: words };
  }
  return { author: "person", text: typedIn(words) };
}

const IMAGE_MARK = /^<\/?image\b[^<>]{0,200}>$/;
const NOTICE =
  /^(?:<(?:skill|user_shell_command|subagent_notification|goal_context|codex_internal_context)\b|Warning: (?:The maximum number of unified exec|apply_patch was requested via|Your account was flagged))/i;
const CONTEXT =
  /^<(?:environment_context|extension_context|external_|turn_aborted|permissions |skills_instructions|collaboration_mode|apps_instructions|plugins_instructions|recommended_plugins|model_switch|user_action|multi_agent_|realtime_|personality_spec|token_budget)/i;

function hookPrompt(text: string): string | undefined {
  if (!text.startsWith("<hook_prompt")) return undefined;
  const start = text.indexOf(">") + 1;
  const inner = unwrapped(text, text.slice(0, start), "</hook_prompt>");
  return inner === undefined ? undefined : unescaped(inner);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const AGENTS_HEADING = /^# AGENTS\.md instructions(?: for ([^\n]+))?\n+<INSTRUCTIONS>\n/;
/** Separates the user's guidance for all projects from that of the project. */
const PROJECT_DOC = "\n\n--- project-doc ---\n\n";

function guidanceIn(text: string): GuidanceFile[] {
  const heading = AGENTS_HEADING.exec(text);
  const body = heading
    ? unwrapped(text, heading[0], "</INSTRUCTIONS>")
    : unwrapped(text, "<user_instructions>", "</user_instructions>");
  if (body === undefined) return [];
  const folder = heading?.[1]?.trim();
  const projectFile = folder === undefined ? "AGENTS.md" : `${folder.replace(/[/\\]$/, "")}/AGENTS.md`;
  const cut = body.indexOf(PROJECT_DOC);
  if (cut === -1) return [guidanceFile(projectFile, body)];
  return [
    guidanceFile("~/.codex/AGENTS.md", body.slice(0, cut).trim()),
    guidanceFile(projectFile, body.slice(cut + PROJECT_DOC.length).trim()),
  ];
}

const IDE_HEADINGS = /^# (?:Context from my IDE setup|Files mentioned by the user):/;
const REQUEST_HEADING = "\n## My request for Codex:\n";

/** What the person typed, without what their editor put in front of it. */
function typedIn(text: string): string {
  const start = IDE_HEADINGS.test(text) ? text.lastIndexOf(REQUEST_HEADING) : -1;
  return start === -1 ? text : text.slice(start + REQUEST_HEADING.length).trim();
}
