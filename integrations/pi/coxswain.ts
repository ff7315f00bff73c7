// Coxswain for pi: when the agent is about to settle, the session is checked; a false "done" becomes one more message.
// `cox install pi` puts a copy of this file into your extensions. By hand: copy it to ~/.pi/agent/extensions/
// (or .pi/extensions/ of a project) with `cox-hook` on your PATH.
import { spawn } from "node:child_process";

const COMMAND = ["cox-hook", "pi", "--within", "30"];
/** Also between two turns of the model; only where Coxswain's mode is parallel. */
const STEER = false;
/** As long as the command is told that it has. */
const LIMIT_MS = Number(COMMAND.at(-1)) * 1000 || 30_000;

const CHECKING = "Coxswain compares the claim with the record";

interface Answer {
  reason?: unknown;
  systemMessage?: unknown;
  hookSpecificOutput?: { additionalContext?: unknown };
}

export default function coxswain(pi: any) {
  pi.on("agent_before_settle", async (event: any, context: any) => {
    if (event.outcome !== "completed") return undefined;
    const escape = untilEscape(context);
    show(context, () => context.ui.setStatus("coxswain", CHECKING));
    const answer = await ask(() => inputOf("Stop", context, closingOf(event)), escape.signal);
    show(context, () => context.ui.setStatus("coxswain", undefined));
    escape.end();
    const overtaken = whyOvertaken(escape.signal, context);
    if (typeof answer?.reason === "string" && overtaken !== undefined) {
      void ask(() => ({ ...inputOf("Dropped", context), why: overtaken }));
      return undefined;
    }
    show(context, () => answer?.systemMessage && context.ui.notify(answer.systemMessage, "warning"));
    return typeof answer?.reason === "string" ? goOn(event, answer.reason) : undefined;
  });

  if (!STEER) return;
  pi.on("turn_end", async (event: any, context: any) => {
    if (event.outcome !== "completed" || !(event.toolResults?.length > 0)) return undefined;
    const words = (await ask(() => inputOf("PostToolUse", context)))?.hookSpecificOutput?.additionalContext;
    return typeof words === "string" ? goOn(event, words) : undefined;
  });
}

/** Esc says that the person wants no more of it. pi gives no signal here, so the key itself is looked for. */
function untilEscape(context: any): { readonly signal: AbortSignal; end(): void } {
  const pressed = new AbortController();
  let stopListening: (() => void) | undefined;
  show(context, () => {
    stopListening = context.ui.onTerminalInput((data: string) => {
      if (ESCAPE.test(data)) pressed.abort();
    });
  });
  return { signal: pressed.signal, end: () => stopListening?.() };
}

/** The key alone, as terminals send it; with more behind it, it is another key. */
// oxlint-disable-next-line no-control-regex
const ESCAPE = /^\u001B(?:\[27(?:;1(?::1)?)?u)?$/;

/** What the person did last goes first. */
function whyOvertaken(escaped: AbortSignal, context: any): string | undefined {
  if (escaped.aborted) return "the turn was cancelled meanwhile";
  return context.hasPendingMessages?.() ? "the person has written meanwhile" : undefined;
}

/** Nobody is held up where pi cannot show something. */
function show(context: any, work: () => unknown): void {
  try {
    if (context.hasUI) work();
  } catch {
    return;
  }
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
async function ask(input: () => object, signal?: AbortSignal): Promise<Answer | undefined> {
  try {
    const output = await outputFor(JSON.stringify(input()), signal);
    return output.trim() === "" ? undefined : JSON.parse(output);
  } catch {
    return undefined;
  }
}

function outputFor(input: string, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const [program = "", ...words] = COMMAND;
    // A name alone is a file of npm's on Windows, which only the shell there starts.
    const shell = process.platform === "win32" && !/[\\/]/.test(program);
    const [file, given] = shell ? [COMMAND.join(" "), []] : [program, words];
    // There, one that lies in the project would else be started first.
    const env = shell ? { ...process.env, NoDefaultCurrentDirectoryInExePath: "1" } : process.env;
    const child = spawn(file, given, { shell, env, windowsHide: true, stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const stop = () => {
      child.kill();
      child.stdout.destroy();
      end();
    };
    const timer = setTimeout(stop, LIMIT_MS);
    signal?.addEventListener("abort", stop, { once: true });
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
