// Coxswain for opencode: when the agent ends its turn, the session is checked; a false "done" becomes one more message.
// `cox install opencode` puts a copy of this file into your plugins. By hand: copy it to ~/.config/opencode/plugins/
// (or .opencode/plugins/ of a project) with `cox-hook` on your PATH.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const COMMAND = ["cox-hook", "opencode", "--within", "30"];
/** As long as the command is told that it has. */
const LIMIT_MS = Number(COMMAND.at(-1)) * 1000 || 30_000;
const MAX_OUTPUT = 1024 * 1024;
/** A name alone is a file of npm's on Windows, which only the shell there starts. */
const BY_SHELL = process.platform === "win32" && !/[\\/]/.test(COMMAND[0]);
const CALL = BY_SHELL ? [COMMAND.join(" "), []] : [COMMAND[0], COMMAND.slice(1)];
/** There, one that lies in the project would else be started first. */
const ENVIRONMENT = BY_SHELL ? { ...process.env, NoDefaultCurrentDirectoryInExePath: "1" } : process.env;
const MANNER = { shell: BY_SHELL, windowsHide: true, env: ENVIRONMENT };

const CHECKING = "Compares the claim with the record";
/** Only where it takes longer a person would wonder. */
const WONDER_MS = 2000;

/** A run that ends with the turn would be gone before an answer came: there, and only there, it is held up. */
const HEADLESS = process.argv.includes("run");

export const Coxswain = async ({ client, directory }) => {
  const checked = new Set();
  /** The person's last message in each session. One that names no agent goes to the default one, whatever that may do. */
  const answering = new Map();
  /** A compaction stops like a turn, in the midst of one. */
  const summaries = new Set();
  /** The sessions that are being checked, and those of them in which the person pressed Esc. */
  const checking = new Set();
  const cancelled = new Set();

  return {
    event: async ({ event }) => {
      const info = event?.type === "message.updated" ? event.properties?.info : undefined;
      if (info?.role === "user" && isNewest(info)) answering.set(info.sessionID, info);
      if (info?.role === "assistant" && info.summary === true) summaries.add(info.id);
      const failed = event?.type === "session.error" ? event.properties : undefined;
      if (failed?.error?.name === "MessageAbortedError" && checking.has(failed.sessionID))
        cancelled.add(failed.sessionID);
      const part = event?.type === "message.part.updated" ? event.properties?.part : undefined;
      if (part?.type !== "step-finish" || part.reason !== "stop") return;
      if (checked.has(part.id) || summaries.has(part.messageID)) return;
      checked.add(part.id);
      checking.add(part.sessionID);
      try {
        await check(part.sessionID);
      } catch {
        // A failure of ours never holds anybody up.
      }
      checking.delete(part.sessionID);
      cancelled.delete(part.sessionID);
    },
  };

  /** Older messages are changed too, and ids rise. */
  function isNewest({ id, sessionID }) {
    return !(id < answering.get(sessionID)?.id);
  }

  async function check(sessionID) {
    const request = answering.get(sessionID);
    const database = databaseFile();
    const input = { coxswain_plugin: "opencode", hook_event_name: "Stop", session_id: sessionID, cwd: directory };
    if (existsSync(database)) input.transcript_path = `${database}#${sessionID}`;
    else input.messages = (await client.session.messages({ path: { id: sessionID } })).data;
    const wonder = HEADLESS ? undefined : setTimeout(() => void show(CHECKING, "info"), WONDER_MS);
    const answer = HEADLESS ? askAndWait(input) : await ask(input);
    clearTimeout(wonder);
    const overtaken = whyOvertaken(sessionID, request);
    if (typeof answer?.reason === "string") {
      const why = overtaken ?? (await whyNotSent(sessionID, answererOf(request), answer.reason));
      if (why !== undefined) {
        await ask({ ...input, messages: undefined, hook_event_name: "Dropped", why });
        return;
      }
    }
    if (typeof answer?.systemMessage === "string" && overtaken === undefined)
      await show(answer.systemMessage, "warning");
  }

  /** What the person did last goes first. */
  function whyOvertaken(sessionID, request) {
    if (cancelled.has(sessionID)) return "the turn was cancelled meanwhile";
    return answering.get(sessionID)?.id === request?.id ? undefined : "the person has written meanwhile";
  }

  /** Undefined when it was; else why not. */
  async function whyNotSent(sessionID, answerer, text) {
    try {
      const body = { ...answerer, parts: [{ type: "text", text }] };
      const sent = await client.session.promptAsync({ path: { id: sessionID }, body });
      return sent?.error === undefined ? undefined : "opencode did not take it";
    } catch {
      return "opencode did not take it";
    }
  }

  async function show(message, variant) {
    try {
      await client.tui.showToast({ body: { title: "Coxswain", message, variant } });
    } catch {
      // Nobody looks at a screen.
    }
  }
};

function answererOf({ agent, model, variant } = {}) {
  return {
    ...(agent ? { agent } : {}),
    ...(model ? { model: { providerID: model.providerID, modelID: model.modelID } } : {}),
    ...(variant ? { variant } : {}),
  };
}

function databaseFile() {
  const data = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share");
  return process.env.OPENCODE_DB || join(data, "opencode", "opencode.db");
}

function askAndWait(input) {
  const run = spawnSync(...CALL, {
    ...MANNER,
    input: JSON.stringify(input),
    encoding: "utf8",
    timeout: LIMIT_MS,
    maxBuffer: MAX_OUTPUT,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return answerIn(run.stdout ?? "");
}

function ask(input) {
  return new Promise((resolve) => {
    const child = spawn(...CALL, { ...MANNER, stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    const timer = setTimeout(() => {
      child.kill();
      child.stdout.destroy();
      end();
    }, LIMIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve(answerIn(output));
    };
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
