/** The file with an agent's standing work, at the top of its workspace. */
export const HEARTBEAT_FILE = "HEARTBEAT.md";

/** The agent's answer when nothing is due. */
const HEARTBEAT_OK = "HEARTBEAT_OK";

/** True when the file contains more than headings, comments and ticked items: then there may be work. */
export function holdsWork(content: string): boolean {
  return withoutComments(content)
    .split("\n")
    .map((line) => line.trim())
    .some((line) => line !== "" && !/^(?:#|[-*_]{3,}$|[-*+]\s*\[[xX]\]|[-*+]\s*$)/.test(line));
}

/**
 * Only the part up to the last comment end is searched: after it, every comment opening would cost a search to the
 * end.
 */
function withoutComments(content: string): string {
  const behind = content.lastIndexOf("-->") + 3;
  return content.slice(0, behind).replaceAll(/<!--[\s\S]*?-->/g, "") + content.slice(behind);
}

const MAX_CHARACTERS = 16_000;

/** The message to the agent at a beat. */
export function heartbeatPrompt(content: string, at: Date): string {
  const text = content.trim();
  const shown =
    text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n[the rest is cut]`;
  return [
    `This is a heartbeat: nobody is waiting, and it is ${at.toISOString().slice(0, 16).replace("T", " ")} UTC. ${HEARTBEAT_FILE} holds your standing work:`,
    shown,
    `Do now what is due, with your tools, and end with a short account of what you did. If nothing is due, answer ${HEARTBEAT_OK} and nothing else.`,
  ].join("\n\n");
}

/** True when the answer means "nothing to do", however it is formatted. */
export function isHeartbeatOk(answer: string): boolean {
  return answer.replaceAll(/[\s*_`.!"'#>-]/g, "").toUpperCase() === HEARTBEAT_OK.replace("_", "");
}
