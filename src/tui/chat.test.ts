import { describe, expect, it, vi } from "vitest";
import { workerBench } from "../../test/support/worker-bench.ts";
import { openThreadLog, type AgentEvent } from "../agent/thread-log.ts";
import { styleFor } from "../show/wrap.ts";
import { textOf } from "../thread/message.ts";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";
import { NO_USAGE, type UsageTotals } from "../thread/usage.ts";
import { type Chat, createChat } from "./chat.ts";
import type { HandoffOffer, OfferHandoff } from "./handoff-flow.ts";
import type { Keystroke } from "./keystrokes.ts";

/** A chat with the real worker, drawn whenever it settles; the events the bench collects are shown in their order. */
async function chatBench(options: { offerHandoff?: OfferHandoff; columns?: () => number; thread?: () => Thread } = {}) {
  const bench = await workerBench({ corrector: undefined });
  const due: (() => void)[] = [];
  const chat = createChat({
    worker: bench.worker,
    thread: () => bench.log.thread,
    style: styleFor(false),
    columns: () => 80,
    later: (callback) => {
      due.push(callback);
      return () => undefined;
    },
    offerHandoff: async () => ({ ok: false, reason: "nobody hands off here" }),
    ...options,
  });
  let shown = 0;
  async function settle(): Promise<void> {
    await bench.settle();
    const fresh: AgentEvent[] = bench.events.slice(shown);
    shown = bench.events.length;
    for (const event of fresh) chat.show(event);
    for (const callback of due.splice(0)) callback();
  }
  return {
    ...bench,
    chat,
    settle,
    async type(text: string, key: Keystroke["type"] & ("send" | "send-now") = "send") {
      chat.paste(text);
      chat.press({ type: key });
      await settle();
    },
    printed: () => printedText(chat),
  };
}

/** The agent was cancelled at the first message, and the second one waits. */
async function restingChat() {
  const bench = await chatBench();
  await bench.type("first");
  await bench.type("second");
  bench.chat.press({ type: "cancel" });
  await bench.settle();
  return bench;
}

function printedText(chat: Chat): string {
  return chat.screen
    .snapshot()
    .printed.map(({ text }) => text)
    .join("\n");
}

const edit = (type: "line-up" | "line-down"): Keystroke => ({ type: "edit", edit: { type } });

describe("sending", () => {
  it("says a line, empties the input, and shows the message once", async () => {
    const bench = await chatBench();
    await bench.type("fix it");
    expect(bench.log.thread.messages).toMatchObject([{ content: [{ text: "fix it" }] }]);
    expect(bench.chat.screen.snapshot().editor.text).toBe("");
    expect(bench.printed().match(/> fix it/g)).toHaveLength(1);
    await bench.worker.cancel();
  });

  it("queues while the agent works; the queue can be changed, shortened and shown", async () => {
    const bench = await chatBench();
    await bench.type("first");
    await bench.type("second");
    await bench.type("third");
    expect(bench.chat.screen.snapshot().view.queue).toMatchObject([{ text: "second" }, { text: "third" }]);
    await bench.type("/edit 1 second, but better");
    await bench.type("/drop 2");
    await bench.type("/queue");
    expect(bench.log.thread.queue).toMatchObject([{ text: "second, but better" }]);
    expect(bench.printed()).toContain("1. second, but better");
    await bench.type("/edit 1");
    expect(bench.chat.screen.snapshot().editor.text).toBe("/edit 1 second, but better");
    bench.chat.press({ type: "interrupt" });
    await bench.type("/drop 7");
    expect(bench.printed()).toContain("There is no queued message 7.");
    await bench.worker.cancel();
  });

  it("sends at once when asked, and cancels what is under way", async () => {
    const bench = await chatBench();
    await bench.type("first");
    await bench.type("no, this", "send-now");
    expect(bench.log.thread.queue).toEqual([]);
    expect(bench.inferences).toHaveLength(1);
    expect(bench.inferences[0]?.input.messages.map(textOf)).toEqual(["first", "no, this"]);
    await bench.type("/now and this");
    expect(bench.inferences[0]?.input.messages.map(textOf)).toEqual(["first", "no, this", "and this"]);
    expect(bench.printed().match(/Cancelled/g)).toHaveLength(2);
    await bench.worker.cancel();
  });

  it("sends what waits first with an empty line after a cancel", async () => {
    const bench = await restingChat();
    expect(bench.chat.screen.snapshot().view).toMatchObject({ working: false, queue: [{ text: "second" }] });
    await bench.type("");
    expect(bench.log.thread.queue).toEqual([]);
    expect(bench.log.thread.messages.map(textOf)).toEqual(["first", "second"]);
    expect(bench.printed()).toContain("> second");
    await bench.worker.cancel();
  });

  it("does so also when Enter follows Esc at once", async () => {
    const bench = await chatBench();
    await bench.type("first");
    await bench.type("second");
    bench.chat.press({ type: "cancel" });
    bench.chat.press({ type: "send" });
    await bench.settle();
    expect(bench.log.thread.messages.map(textOf)).toEqual(["first", "second"]);
    await bench.worker.cancel();
  });

  it("sends what waits once, however often Enter is pressed", async () => {
    const bench = await restingChat();
    bench.chat.press({ type: "send" });
    bench.chat.press({ type: "send" });
    await bench.settle();
    expect(bench.log.thread.messages.map(textOf)).toEqual(["first", "second"]);
    await bench.worker.cancel();
  });

  it("loses nothing that waits when sending it fails", async () => {
    const bench = await restingChat();
    let writes = 0;
    const write = bench.store.write.bind(bench.store);
    bench.store.write = (given) => (++writes > 1 ? Promise.reject(new Error("the disk is full")) : write(given));
    await bench.type("");
    const kept = await openThreadLog(bench.store, "t1");
    expect([...kept.thread.messages.map(textOf), ...kept.thread.queue.map(({ text }) => text)]).toContain("second");
    expect(bench.printed()).toContain("the disk is full");
  });

  it("tells once what ends several wishes, and the next time again", async () => {
    const bench = await chatBench();
    await bench.type("first");
    await bench.type("second");
    await bench.type("third");
    bench.store.write = () => Promise.reject(new Error("the disk is full"));
    bench.inferences[0]?.finish({ say: "done" });
    await bench.settle();
    expect(bench.printed().match(/the disk is full/g)).toHaveLength(1);
    await bench.type("fourth");
    expect(bench.printed().match(/the disk is full/g)).toHaveLength(2);
  });

  it("says what to do where another window works on the thread", async () => {
    const bench = await chatBench();
    const other = await openThreadLog(bench.store, "t1");
    await other.append([{ v: 1, type: "cancelled", reason: "cancelled" }]);
    await bench.type("from here");
    expect(bench.printed().replaceAll(/\s+/g, " ")).toContain(
      "Somebody else works on this thread now, so what you said was not kept. Leave with /quit; cox chat --resume t1",
    );
  });

  it("shows its help with what does not fit a row below its own beginning", async () => {
    const bench = await chatBench({ columns: () => 60 });
    await bench.type("/help");
    expect(bench.printed()).toContain(
      `Alt-Enter, /now TEXT${" ".repeat(9)}send at once: what is under\n${" ".repeat(31)}way`,
    );
  });

  it.each<[usage: string, totals: Partial<UsageTotals> | undefined]>([
    ["No usage is on record yet.", undefined],
    ["3 calls, tokens not told", { calls: 3, unpriced: 3 }],
    ["agent 5 in 1 out", { calls: 3, unpriced: 3, inputTokens: 5, outputTokens: 1 }],
  ])("answers /usage with: %s", async (told, totals) => {
    const usage = totals ? { inference: { ...NO_USAGE, ...totals } } : {};
    const bench = await chatBench({ thread: () => ({ ...EMPTY_THREAD, usage }) });
    await bench.type("/usage");
    expect(bench.printed()).toContain(told);
  });

  it("calls back what was sent before", async () => {
    const bench = await chatBench();
    await bench.type("/usage");
    await bench.type("/help");
    bench.chat.paste("half");
    const press = (type: "line-up" | "line-down") => {
      bench.chat.press(edit(type));
      return bench.chat.screen.snapshot().editor.text;
    };
    expect([press("line-up"), press("line-up"), press("line-up")]).toEqual(["/help", "/usage", "/usage"]);
    expect([press("line-down"), press("line-down")]).toEqual(["/help", "half"]);
  });
});

describe("leaving", () => {
  it("takes two interrupts in a row", async () => {
    const { chat } = await chatBench();
    chat.paste("unsent");
    chat.press({ type: "interrupt" });
    expect(chat.screen.snapshot()).toMatchObject({ editor: { text: "" }, hint: "Ctrl-C again leaves." });
    chat.paste("x");
    expect(chat.screen.snapshot().hint).toBeUndefined();
    chat.press({ type: "interrupt" });
    chat.press({ type: "interrupt" });
    expect(chat.screen.snapshot().closed).toBe(true);
    await expect(chat.ended).resolves.toEqual({});
  });

  it("cancels what is under way first", async () => {
    const bench = await chatBench();
    await bench.type("first");
    await bench.type("/quit");
    await expect(bench.chat.ended).resolves.toEqual({});
    expect(bench.log.thread.turns).toMatchObject([{ outcome: "aborted" }]);
  });

  it("gives up a handoff that is still being written", async () => {
    let asked: AbortSignal | undefined;
    const bench = await chatBench({
      offerHandoff: (_goal, signal) => {
        asked = signal;
        return new Promise(() => undefined);
      },
    });
    await bench.type("/handoff write the docs");
    expect(asked?.aborted).toBe(false);
    await bench.type("/quit");
    await expect(bench.chat.ended).resolves.toEqual({});
    expect(asked?.aborted).toBe(true);
  });

  it("understands the end of input, but only on an empty line", async () => {
    const { chat } = await chatBench();
    chat.paste("x");
    chat.press({ type: "end-of-input" });
    expect(chat.screen.snapshot().closed).toBe(false);
    chat.press({ type: "edit", edit: { type: "delete-left" } });
    chat.press({ type: "end-of-input" });
    await expect(chat.ended).resolves.toEqual({});
  });
});

describe("handing off", () => {
  const offer = (create: (message: string) => Promise<string>): HandoffOffer => ({
    ok: true,
    message: "What I know",
    remarks: ["Left out: secret.txt, which lies outside."],
    create,
  });

  it("lets the person read and change the first message, creates the thread, and goes on in it", async () => {
    const created: string[] = [];
    const bench = await chatBench({
      offerHandoff: async (goal) => {
        created.push(`goal: ${goal}`);
        return offer(async (message) => {
          created.push(message);
          return "t2";
        });
      },
    });
    await bench.type("/handoff write the docs");
    expect(bench.chat.screen.snapshot().editor.text).toBe("What I know");
    expect(bench.printed()).toContain("Left out: secret.txt");
    await bench.type(", and more");
    await expect(bench.chat.ended).resolves.toEqual({ nextThread: "t2" });
    expect(created).toEqual(["goal: write the docs", "What I know, and more"]);
  });

  it("waits until the person has sent or emptied the line that they write", async () => {
    const written = Promise.withResolvers<HandoffOffer>();
    const bench = await chatBench({ offerHandoff: () => written.promise });
    await bench.type("/handoff write the docs");
    bench.chat.paste("one more thing");
    written.resolve(offer(() => Promise.reject(new Error("never"))));
    await vi.waitFor(() => expect(bench.chat.screen.snapshot().hint).toContain("The handoff is written;"));
    expect(bench.chat.screen.snapshot().editor.text).toBe("one more thing");
    await bench.type("");
    expect(bench.log.thread.messages.map(textOf)).toEqual(["one more thing"]);
    expect(bench.chat.screen.snapshot().editor.text).toBe("What I know");
    bench.chat.press({ type: "cancel" });
    expect(bench.chat.screen.snapshot()).toMatchObject({ editor: { text: "" }, hint: undefined });
  });

  it("rests the agent before it creates, and keeps the words when that fails", async () => {
    const bench = await chatBench({
      offerHandoff: async () =>
        offer(async () => {
          expect(bench.log.thread.turns).toMatchObject([{ outcome: "aborted" }]);
          throw new Error("the disk is full");
        }),
    });
    await bench.type("start");
    await bench.type("/handoff x");
    await bench.type(", and more");
    expect(bench.printed()).toContain("the disk is full");
    expect(bench.chat.screen.snapshot().editor.text).toBe("What I know, and more");
  });

  it("creates nothing when the person drops it, nor when it fails", async () => {
    const bench = await chatBench({ offerHandoff: async () => offer(() => Promise.reject(new Error("never"))) });
    await bench.type("/handoff x");
    bench.chat.press({ type: "cancel" });
    expect(bench.chat.screen.snapshot()).toMatchObject({ editor: { text: "" }, hint: undefined });
    expect(bench.printed()).toContain("The handoff was dropped.");

    const failing = await chatBench({ offerHandoff: async () => ({ ok: false, reason: "no key" }) });
    await failing.type("/handoff x");
    expect(failing.printed()).toContain("No handoff: no key");
  });
});
