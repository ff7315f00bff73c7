import type { AgentEvent } from "../agent/thread-log.ts";
import type { Worker } from "../agent/worker.ts";
import { describeError, hasCode } from "../text/errors.ts";
import { explained } from "../show/stop-line.ts";
import { uncounted, usageLine } from "../show/usage-line.ts";
import { isFromPerson, textOf } from "../thread/message.ts";
import type { Thread, QueuedMessage } from "../thread/thread.ts";
import { EMPTY_EDITOR, type Edit, applyEdit, editorWith } from "./editor.ts";
import { historyEntries } from "./entry-rows.ts";
import { type OfferHandoff, createHandoffFlow } from "./handoff-flow.ts";
import type { Keystroke } from "./keystrokes.ts";
import { type Screen, type ScreenParts, createScreen } from "./screen.ts";
import { readTypedLine, HELP, type TypedLine } from "./typed-line.ts";
import { showEvent, startView, notice } from "./view-model.ts";

export interface ChatParts extends Pick<ScreenParts, "style" | "columns" | "later"> {
  readonly worker: Worker;
  readonly thread: () => Thread;
  readonly offerHandoff: OfferHandoff;
}

/** How a chat ends: the person left, or goes on in another thread. */
export interface ChatEnd {
  readonly nextThread?: string;
}

/** A person and an agent at one terminal, independent of how keys are read and rows are drawn. */
export interface Chat {
  readonly screen: Screen;
  readonly ended: Promise<ChatEnd>;
  show(event: AgentEvent): void;
  press(keystroke: Keystroke): void;
  readonly paste: (text: string) => void;
  /** Sends a message or, when it is empty, goes on with what the thread needs. */
  begin(message: string): void;
  readonly leave: () => void;
}

export function createChat(parts: ChatParts): Chat {
  const { worker, thread } = parts;
  const screen = createScreen({ ...parts, view: startView(thread()) });
  const recall = createRecall(thread().messages.filter(isFromPerson).map(textOf));
  const { promise: ended, resolve: end } = Promise.withResolvers<ChatEnd>();
  const handoff = createHandoffFlow({
    screen,
    offer: parts.offerHandoff,
    rest: () => worker.cancel(),
    done: (nextThread) => leave({ nextThread }),
  });
  let aboutToLeave = false;
  let cancelling = false;
  let lastProblem: unknown;
  screen.print(...historyEntries(thread()));

  function press(keystroke: Keystroke): void {
    obeyKey(keystroke);
    handoff.showWaiting();
  }

  function obeyKey(keystroke: Keystroke): void {
    if (keystroke.type === "interrupt") return interrupt();
    if (aboutToLeave) screen.change({ hint: undefined });
    aboutToLeave = false;
    switch (keystroke.type) {
      case "edit":
        return edit(keystroke.edit);
      case "send":
      case "send-now":
        return send(keystroke.type === "send-now");
      case "cancel":
        return cancel();
      case "end-of-input":
        return screen.shown.editor.text === "" ? leave() : edit({ type: "delete-right" });
      case "toggle-thinking":
        return toggleThinking();
    }
  }

  function edit(change: Edit): void {
    const { editor } = screen.shown;
    const edited = applyEdit(editor, change);
    if (edited !== editor) return screen.change({ editor: edited });
    const recalled =
      change.type === "line-up" ? recall.older(editor.text) : change.type === "line-down" ? recall.newer() : undefined;
    if (recalled !== undefined) screen.change({ editor: editorWith(recalled) });
  }

  function send(now: boolean): void {
    const { text } = screen.shown.editor;
    if (handoff.reviewing) return run(handoff.accept(text));
    const line = readTypedLine(text);
    if (line.type === "nothing") return sendQueued();
    recall.add(text.trim());
    screen.change({ editor: EMPTY_EDITOR });
    switch (line.type) {
      case "say":
        return say(line.text, now);
      case "say-now":
        return say(line.text, true);
      case "quit":
        return leave();
      case "thinking":
        return toggleThinking();
      case "handoff":
        return run(handoff.start(line.goal));
      default:
        return run(obey(line, { screen, worker, thread: thread(), columns: parts.columns() }));
    }
  }

  /** After a cancel, the queue waits until the person sends something; an empty line sends its first message. */
  function sendQueued(): void {
    const { working } = screen.shown.view;
    if ((!working || cancelling) && thread().queue.length > 0) run(worker.sayQueued());
  }

  function say(text: string, now = false): void {
    run((now ? worker.sayNow(text) : worker.say(text)).then(() => worker.resume()));
  }

  function cancel(): void {
    if (handoff.stop()) return;
    if (!screen.shown.view.working) return;
    cancelling = true;
    run(worker.cancel().finally(() => (cancelling = false)));
  }

  function interrupt(): void {
    if (aboutToLeave) return leave();
    if (handoff.stop()) return;
    aboutToLeave = true;
    screen.change({ editor: EMPTY_EDITOR, hint: "Ctrl-C again leaves." });
  }

  function toggleThinking(): void {
    const showThinking = !screen.shown.showThinking;
    screen.change({ showThinking });
    screen.print(notice(showThinking ? "Thinking is shown." : "Thinking is hidden."));
  }

  function leave(result: ChatEnd = {}): void {
    const { closed } = screen.shown;
    // The handoff's answer is not wanted any more, and the process would wait for it.
    handoff.stop();
    screen.close();
    const rested = closed ? Promise.resolve() : worker.cancel().catch(() => undefined);
    void rested.then(() => end(result));
  }

  /** A failed request of the person never ends the chat. One error that ends several requests is shown once. */
  function run(wish: Promise<void>): void {
    wish.catch((error: unknown) => {
      if (error === lastProblem) return;
      lastProblem = error;
      screen.print(
        notice(hasCode(error, "store.conflict") ? workedOnElsewhere(thread()) : describeError(error), "error"),
      );
    });
  }

  return {
    screen,
    ended,
    press,
    show: (event) => screen.showView(showEvent(screen.shown.view, event, thread())),
    paste: (text) => press({ type: "edit", edit: { type: "insert", text } }),
    begin: (message) => (message === "" ? run(worker.resume()) : say(message)),
    leave: () => leave(),
  };
}

/** Says that this window shows an old state of the thread: sending again here would fail again. */
function workedOnElsewhere({ id }: Thread): string {
  const goOn = `cox chat --resume ${id} goes on with it as it stands then.`;
  return `Somebody else works on this thread now, so what you said was not kept. Leave with /quit; ${goOn}`;
}

/** Earlier messages, which Up and Down bring back. */
function createRecall(sent: readonly string[]) {
  const texts = [...sent];
  let index = texts.length;
  let begun = "";
  return {
    add(text: string): void {
      if (texts.at(-1) !== text) texts.push(text);
      index = texts.length;
    },
    /** The message before the one shown now; `current` is kept so that `newer` can return to it. */
    older(current: string): string | undefined {
      if (index === 0) return undefined;
      if (index === texts.length) begun = current;
      index -= 1;
      return texts[index];
    },
    newer(): string | undefined {
      if (index === texts.length) return undefined;
      index += 1;
      return texts[index] ?? begun;
    },
  };
}

export interface Surroundings {
  readonly screen: Screen;
  readonly worker: Pick<Worker, "editQueued" | "removeQueued">;
  readonly thread: Thread;
  readonly columns: number;
}

type Order = Extract<TypedLine, { type: "help" | "queue" | "usage" | "edit-queued" | "drop-queued" | "mistake" }>;

/** Carries out typed commands about the queue and about what is shown. */
export async function obey(order: Order, { screen, worker, thread, columns }: Surroundings): Promise<void> {
  switch (order.type) {
    case "help":
      return screen.print(notice(explained(HELP, columns).join("\n")));
    case "usage":
      return screen.print(notice(usageText(thread.usage)));
    case "queue":
      return screen.print(notice(queueText(thread.queue)));
    case "mistake":
      return screen.print(notice(order.message, "warning"));
    case "edit-queued":
    case "drop-queued": {
      const queued = thread.queue[order.number - 1];
      if (!queued) return screen.print(notice(`There is no queued message ${order.number}.`, "warning"));
      if (order.type === "drop-queued") return worker.removeQueued(queued.id);
      if (order.text !== "") return worker.editQueued(queued.id, order.text);
      return screen.change({ editor: editorWith(`/edit ${order.number} ${queued.text}`) });
    }
  }
}

function queueText(queue: readonly QueuedMessage[]): string {
  if (queue.length === 0) return "Nothing is queued.";
  return queue.map(({ text }, index) => `${index + 1}. ${text}`).join("\n");
}

function usageText(usage: Thread["usage"]): string {
  const calls = Object.values(usage).reduce((sum, totals) => sum + totals.calls, 0);
  return usageLine(usage) || (calls > 0 ? uncounted(calls) : "No usage is on record yet.");
}
