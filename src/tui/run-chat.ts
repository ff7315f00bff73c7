import type { Emit } from "../agent/thread-log.ts";
import type { AgentSession } from "../compose/agent-session.ts";
import { styleFor } from "../show/wrap.ts";
import { usageLine } from "../show/usage-line.ts";
import { type Chat, type ChatEnd, createChat } from "./chat.ts";
import type { OfferHandoff } from "./handoff-flow.ts";
import { breaksRowsAnew } from "./reflow.ts";
import { notice } from "./view-model.ts";

export interface ChatRun {
  open(emit: Emit, threadId: string | undefined): Promise<AgentSession>;
  readonly threadId: string | undefined;
  /** The first message; empty to wait for the person. */
  readonly message: string;
  readonly mode: string;
  readonly color: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  offerHandoff(session: AgentSession): OfferHandoff;
}

/** Chats with a person on this terminal until they leave, and then restores the terminal. */
export async function runChat(run: ChatRun): Promise<void> {
  const { drawChat } = await import("./app.ts");
  const style = styleFor(run.color);
  let leave: () => void = () => undefined;
  run.signal.addEventListener("abort", () => leave());
  let { threadId, message } = run;
  for (;;) {
    const session = await run.open((event) => chat.show(event), threadId);
    const chat: Chat = createChat({
      worker: session.worker,
      thread: () => session.log.thread,
      style,
      columns: () => process.stdout.columns || 80,
      offerHandoff: run.offerHandoff(session),
    });
    chat.screen.print(notice(greeting(session)));
    const terminal = drawChat({
      chat,
      title: titleOf(session, run.mode),
      style,
      breaksRowsAnew: breaksRowsAnew(run.env),
    });
    leave = chat.leave;
    if (run.signal.aborted) leave();
    else if (message !== "" || threadId !== undefined) chat.begin(message);
    const { nextThread } = await untilEnd(chat, terminal.waitUntilExit(), session);
    terminal.unmount();
    await terminal.waitUntilExit();
    if (nextThread === undefined) {
      process.stdout.write(style.dim(farewell(session)));
      return;
    }
    threadId = nextThread;
    message = "";
  }
}

/** Waits for the person to leave, or the drawing to crash: then the agent is stopped before the error is passed on. */
async function untilEnd(chat: Chat, drawn: Promise<unknown>, session: AgentSession): Promise<ChatEnd> {
  try {
    return await Promise.race([chat.ended, drawn.then(() => chat.ended)]);
  } catch (error) {
    await session.worker.cancel();
    throw error;
  }
}

function titleOf({ model, observer }: AgentSession, mode: string): string {
  return `${model} · watched by ${observer} · ${mode}`;
}

function greeting({ log, observer, unobserved }: AgentSession): string {
  const watched = `Thread ${log.thread.id}, watched by ${observer}`;
  return unobserved === undefined ? watched : `${watched}. ${unobserved}`;
}

function farewell({ log: { thread } }: AgentSession): string {
  // A thread without any message is not stored.
  if (thread.messages.length === 0) return "";
  const usage = usageLine(thread.usage);
  return `${usage === "" ? "" : `${usage}\n`}cox chat --resume ${thread.id} goes on with this thread.\n`;
}
