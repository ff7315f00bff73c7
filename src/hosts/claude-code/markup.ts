import { withoutElement } from "../reading/content.ts";

/** Elements that the host inserts into a user's message for the model to read. */
const INSERTED_TAGS = [
  "system-reminder",
  "ide_selection",
  "ide_opened_file",
  "ide_diagnostics",
  "user-prompt-submit-hook",
  "post-tool-use-hook",
];

export function withoutInserted(text: string): string {
  if (!text.includes("<")) return text.trim();
  let rest = text;
  for (const tag of INSERTED_TAGS) rest = withoutElement(rest, tag);
  return rest.trim();
}

const REMINDER_OPEN = "\n\n<system-reminder>";
const REMINDER_CLOSE = "</system-reminder>";

/** A tool's output without the reminders appended at its end. Reminders inside it may be the tool's own output. */
export function withoutTrailingReminders(text: string): string {
  let output = text;
  while (output.endsWith(REMINDER_CLOSE) || output.endsWith(`${REMINDER_CLOSE}\n`)) {
    const start = output.lastIndexOf(REMINDER_OPEN);
    if (start === -1) break;
    output = output.slice(0, start);
  }
  return output;
}

export function elementText(text: string, tag: string): string | undefined {
  const open = `<${tag}>`;
  const start = text.indexOf(open);
  if (start === -1) return undefined;
  const end = text.indexOf(`</${tag}>`, start);
  return end === -1 ? undefined : text.slice(start + open.length, end);
}

const SHELL_INPUT = "<bash-input>";

export function typedShell(text: string): string | undefined {
  if (!text.startsWith(SHELL_INPUT)) return undefined;
  return `\`! ${elementText(text, "bash-input")?.trim() ?? ""}\``;
}

const OLD_CAVEAT = "Caveat: The messages below were generated";

export function isCaveat(text: string): boolean {
  return text.startsWith("<local-command-caveat>") || text.startsWith(OLD_CAVEAT);
}

/** How a text begins that stands in the user's role but was written by the host or by another agent. */
const HOST_OPENINGS = [
  "<command-name>",
  "<local-command-",
  SHELL_INPUT,
  "<bash-stdout>",
  "<bash-stderr>",
  "<user-memory-input>",
  "<task-notification",
  "<teammate-message",
  "<agent-message",
  "<cross-session-message",
  "<peer-message",
  "<channel ",
  "<tick>",
  "[SYSTEM NOTIFICATION",
  OLD_CAVEAT,
];

export function isHostText(text: string): boolean {
  return HOST_OPENINGS.some((opening) => text.startsWith(opening));
}

const INTERRUPTIONS = new Set(["[Request interrupted by user]", "[Request interrupted by user for tool use]"]);

export function isInterruption(text: string): boolean {
  return INTERRUPTIONS.has(text);
}

/** True for the summary of a compaction. Before there was a flag for it, only its first words told. */
export function isCompactionSummary(text: string): boolean {
  return text.startsWith("This session is being continued from a previous conversation that ran out of context.");
}

/** Commands of the program itself. They start no work, whatever follows them. */
const LOCAL_COMMANDS = new Set(
  (
    "add-dir agents bashes bug clear color compact config context copy cost desktop doctor effort exit export " +
    "extra-usage fast feedback help hooks ide install-github-app keybindings login logout mcp memory mobile model " +
    "output-style passes permissions plugin privacy-settings quit release-notes reload-plugins remote-control rename " +
    "resume rewind sandbox settings skills stats status statusline stickers tasks terminal-setup theme todos upgrade " +
    "usage vim voice"
  ).split(" "),
);

export function isLocalCommand(text: string): boolean {
  const name = /^\/([\w-]+)(?:\s|$)/.exec(text)?.[1];
  return name !== undefined && LOCAL_COMMANDS.has(name);
}

/** A slash command expanded into a prompt: there `<command-message>` stands first, else `<command-name>`. */
export function typedCommand(text: string): string | undefined {
  if (!text.startsWith("<command-message>")) return undefined;
  const name = elementText(text, "command-name")?.trim() || `/${elementText(text, "command-message")?.trim() ?? ""}`;
  const typed = `${name.startsWith("/") ? name : `/${name}`} ${elementText(text, "command-args")?.trim() ?? ""}`.trim();
  return isLocalCommand(typed) ? undefined : typed;
}
