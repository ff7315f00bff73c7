// Coxswain for pi: when the agent is about to settle, the session is checked; a false "done" becomes one more message.
// `cox install pi` puts a copy of this file into your extensions. By hand: copy it to ~/.pi/agent/extensions/
// (or .pi/extensions/ of a project) with `cox-hook` on your PATH.
import { spawn } from "node:child_process";

const COMMAND = ["cox-hook", "pi", "--within", "30"];
/** Also between two turns of the model; only where Coxswain's mode is parallel. */
const STEER = false;
/** As long as the command is told that it has. */
const LIMIT_MS = Number(COMMAND.at(-1)) * 1000 || 30_000;

interface Answer {
  reason?: unknown;
  systemMessage?: unknown;
  hookSpecificOutput?: { additionalContext?: unknown };
}

export default function coxswain(pi: any) {
  pi.on("agent_before_settle", async (event: any, context: any) => {
    if (event.outcome !== "completed") return undefined;
    const answer = await ask(() => inputOf("Stop", context, closingOf(event)));
    if (typeof answer?.systemMessage === "string" && context.hasUI) context.ui.notify(answer.systemMessage, "warning");
    return typeof answer?.reason === "string" ? goOn(event, answer.reason) : undefined;
  });

  if (!STEER) return;
  pi.on("turn_end", async (event: any, context: any) => {
    if (event.outcome !== "completed" || !(event.toolResults?.length > 0)) return undefined;
    const words = (await ask(() => inputOf("PostToolUse", context)))?.hookSpecificOutput?.additionalContext;
    return typeof words === "string" ? goOn(event, words) : undefined;
  });
}

function inputOf(name: string, context: any, closing?: string) {
  return {
    coxswain_plugin: "pi",
    hook_event_name: name,
    session_id: context.sessionManager.getSessionId(),
    transcript_path: context.sessionManager.getSessionFile(),
    cwd: context.cwd,
    model: context.model?.id,
    last_assistant_message: closing,
  };
}

function closingOf(event: any): string | undefined {
  const messages = event.context?.llmMessages ?? event.context?.contextMessages ?? [];
  const last = messages.findLast((message: any) => message.role === "assistant");
  const texts = Array.isArray(last?.content)
    ? last.content.filter((block: any) => block.type === "text").map((block: any) => block.text)
    : [];
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}

function goOn(event: any, content: string) {
  const entry = { type: "custom_message", customType: "coxswain", content, display: true };
  return { entries: [...(event.entries ?? []), entry], continue: true };
}

/** Whatever goes wrong is no answer: a failure of ours never holds anybody up. */
async function ask(input: () => object): Promise<Answer | undefined> {
  try {
    const output = await outputFor(JSON.stringify(input()));
    return output.trim() === "" ? undefined : JSON.parse(output);
  } catch {
    return undefined;
  }
}

function outputFor(input: string): Promise<string> {
  return new Promise((resolve) => {
    const [program = "", ...words] = COMMAND;
    // A name alone is a file of npm's on Windows, which only the shell there starts.
    const shell = process.platform === "win32" && !/[\\/]/.test(program);
    const [file, given] = shell ? [COMMAND.join(" "), []] : [program, words];
    // There, one that lies in the project would else be started first.
    const env = shell ? { ...process.env, NoDefaultCurrentDirectoryInExePath: "1" } : process.env;
    const child = spawn(file, given, { shell, env, windowsHide: true, stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const timer = setTimeout(() => {
      child.kill();
      child.stdout.destroy();
      end();
    }, LIMIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", end).once("close", end);
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
