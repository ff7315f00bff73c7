import type { GuidanceFile } from "../../thread/delta.ts";
import { unwrapped } from "../reading/content.ts";
import { guidanceFile } from "../reading/guidance.ts";

export type Fragment =
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
