// Coxswain for OpenClaw: before an answer goes out it is checked; what is false or missing goes back to the agent.
// `cox install openclaw` puts a copy of this directory into ~/.openclaw/extensions/coxswain and lets it in. By hand: copy it
// there with `cox-hook` on your PATH, and set plugins.entries.coxswain.hooks.allowConversationAccess to true.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const COMMAND = ["cox-hook", "openclaw", "--within", "40"];
/** Beyond the time of the verifier: to start, to read and to write. */
const AROUND_SECONDS = 10;
const MOST_RUNS = 100;
const WHOLE = "The answer before does not go out: give the whole one again.";
const REFUSED = "OpenClaw revises no answer of a turn that has already acted";

/** OpenClaw loads this file anew for some runs; what they share lies here. `api` is the one that may act. */
const shared = (globalThis[Symbol.for("coxswain.openclaw")] ??= { runs: new Map(), api: undefined });

export default {
  id: "coxswain",
  name: "Coxswain",
  description: "Checks the agent's answers before they go out.",
  register(api) {
    if (api.registrationMode === "full") shared.api = api;
    const settings = api.pluginConfig ?? {};
    const wanted = settings.timeoutSeconds ? settings.timeoutSeconds + AROUND_SECONDS : 0;
    const seconds = Math.max(Number(COMMAND.at(-1)) || 30, wanted);
    const ask = (input) => answerTo(input, seconds);
    const options = { timeoutMs: (seconds + 5) * 1000 };
    api.on(
      "before_agent_finalize",
      silently(async (event, ctx) => finalize(event, ctx, settings, ask)),
      options,
    );
    api.on(
      "agent_end",
      silently(async (event, ctx) => end(event, ctx, ask)),
    );
    api.on("agent_turn_prepare", silently(prepare));
    api.on("reply_payload_sending", silently(addNote));
  },
};

/** A failure of ours never holds anybody up. */
function silently(handler) {
  const nothing = () => undefined;
  return (event, ctx) => {
    try {
      const result = handler(event, ctx ?? {});
      return result?.catch?.(nothing) ?? result;
    } catch {
      return undefined;
    }
  };
}

/** What is remembered of a run: OpenClaw takes an answer that it has revised, and what was objected to, out of it. */
function runOf(id) {
  const run = shared.runs.get(id) ?? { attempts: [] };
  shared.runs.delete(id);
  shared.runs.set(id, run);
  if (shared.runs.size > MOST_RUNS) shared.runs.delete(shared.runs.keys().next().value);
  return run;
}

/** A heartbeat's message only names it: what it is to do stands in the prompt. */
function prepare(event, ctx) {
  if (ctx.trigger === "heartbeat" && ctx.runId) runOf(ctx.runId).prompt ??= event.prompt;
}

async function finalize(event, ctx, settings, ask) {
  const id = event.runId ?? ctx.runId;
  if (!id || !Array.isArray(event.messages)) return undefined;
  const run = runOf(id);
  run.pending = undefined;
  const { messages, since } = wholeTurn(event.messages, run, ctx);
  const cwd = event.cwd ?? ctx.workspaceDir;
  const input = {
    coxswain_plugin: "openclaw",
    hook_event_name: "Stop",
    session_id: event.sessionId,
    cwd,
    model: event.model,
    last_assistant_message: event.lastAssistantMessage,
    verification: settings,
    workspace: ctx.workspaceDir,
    heartbeat: ctx.trigger === "heartbeat",
    subagent: /:subagent:/.test(event.sessionKey ?? ctx.sessionKey ?? ""),
    earlier_feedback: run.attempts.map(({ feedback }) => feedback),
    messages: { openclaw: { session: event.sessionId, cwd, run: id }, messages },
  };
  const answer = await ask(input);
  const feedback = answer?.reason;
  if (typeof feedback !== "string") {
    if (typeof answer?.systemMessage === "string") note(run, answer.systemMessage);
    return undefined;
  }
  run.attempts.push({ since, feedback });
  const objection = answer.objection ?? feedback.replace(/^Coxswain: /, "");
  run.pending = { input: { ...input, messages: undefined }, objection };
  const idempotencyKey = `coxswain:${id}:${run.attempts.length}`;
  return { action: "revise", reason: feedback, retry: { instruction: WHOLE, idempotencyKey, maxAttempts: 1 } };
}

/** The turn with its earlier attempts, and what the person or the heartbeat has asked for. */
function wholeTurn(all, run, ctx) {
  const start = all.findLastIndex(({ role }) => role === "user");
  const since = all.slice(start + 1);
  const there = new Set(since.map((message) => JSON.stringify(message)));
  const earlier = run.attempts.flatMap(({ since: said, feedback }) => [
    ...said.filter((message) => !there.has(JSON.stringify(message))),
    { role: "custom", customType: "coxswain", content: feedback },
  ]);
  const asked = ctx.trigger === "heartbeat" ? heartbeatIn(all[start], run, ctx) : all[start];
  return { since, messages: [...all.slice(0, Math.max(start, 0)), ...(asked ? [asked] : []), ...earlier, ...since] };
}

function heartbeatIn(asked, { prompt }, { workspaceDir }) {
  const own = [asked?.content].flat().flatMap((block) => block?.text ?? block ?? []);
  const file = textOf(join(workspaceDir ?? "", "HEARTBEAT.md"));
  const list = file && `HEARTBEAT.md:\n${file}`;
  const text = [...own, prompt, list].filter((each) => typeof each === "string").join("\n\n");
  return { ...asked, role: "user", content: [{ type: "text", text }] };
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** No other attempt came: OpenClaw did not take the revision. */
async function end(event, ctx, ask) {
  const id = event.runId ?? ctx.runId;
  const run = shared.runs.get(id);
  const pending = run?.pending;
  if (!pending) return;
  run.pending = undefined;
  if (event.success !== false) noteRefused(run, pending);
  await ask({ ...pending.input, hook_event_name: "Dropped", why: REFUSED });
  if (event.success === false) return;
  const { sessionKey, agentId } = ctx;
  const text = `Coxswain: your last answer went out, although it was objected to: ${pending.objection}`;
  const injection = { sessionKey, agentId, text, idempotencyKey: `coxswain:${id}`, placement: "prepend_context" };
  await shared.api?.session.workflow.enqueueNextTurnInjection(injection);
}

function noteRefused(run, { objection }) {
  if (run.refused) return;
  run.refused = true;
  note(run, `Coxswain: ${objection} (${REFUSED}: the agent is told at its next turn.)`);
}

function note(run, text) {
  run.note = text;
  shared.api?.logger?.warn?.(text);
}

/** The person reads it below the answer, where OpenClaw sends that itself. */
function addNote(event, ctx) {
  const run = shared.runs.get(event.runId ?? ctx.runId);
  if (event.kind !== "final" || !run || typeof event.payload?.text !== "string") return undefined;
  if (run.pending) noteRefused(run, run.pending);
  if (run.note === undefined) return undefined;
  const text = `${event.payload.text}\n\n— ${run.note}`;
  run.note = undefined;
  return { payload: { ...event.payload, text } };
}

function answerTo(input, seconds) {
  return new Promise((resolve) => {
    const [program, ...words] = [...COMMAND.slice(0, -1), String(seconds)];
    // A name alone is a file of npm's on Windows, which only the shell there starts.
    const shell = process.platform === "win32" && !/[\\/]/.test(program);
    const [file, given] = shell ? [[program, ...words].join(" "), []] : [program, words];
    // There, one that lies in the project would else be started first.
    const env = shell ? { ...process.env, NoDefaultCurrentDirectoryInExePath: "1" } : process.env;
    const child = spawn(file, given, { shell, env, windowsHide: true, stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const end = () => {
      clearTimeout(timer);
      resolve(answerIn(output));
    };
    const timer = setTimeout(() => {
      child.kill();
      child.stdout.destroy();
      end();
    }, seconds * 1000);
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", end).once("close", end);
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

function answerIn(output) {
  try {
    return output.trim() === "" ? undefined : JSON.parse(output);
  } catch {
    return undefined;
  }
}
