import { describe, expect, it } from "vitest";
import { thread as newThread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { gate } from "../observer/gate.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";
import { answerConditions, type TriggerSettings } from "./trigger.ts";

const KEYWORDS = ["done", "completed", "finished", "ready", "here you go"];
const DEFAULTS: TriggerSettings = { triggerKeywords: KEYWORDS, verifyAll: false, verifyHeartbeat: false };
const settings = { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] };

/** Why a turn is not verified, by the name of each condition that fails. */
function closedBy(
  thread: Thread | ThreadBuilder,
  triggers: Partial<TriggerSettings> = {},
  run: RunFacts = {},
): string[] {
  const built = "build" in thread ? thread.build() : thread;
  const turn = lastTurn(built);
  if (!turn) throw new Error("no turn");
  const opened = gate({ thread: built, turn, settings }, answerConditions({ ...DEFAULTS, ...triggers }, run));
  expect(opened.open).toBe(opened.reasons.every((reason) => reason.passed));
  return opened.reasons.filter((reason) => !reason.passed).map((reason) => reason.name);
}

const asked = () => newThread().user("What is the capital of Peru?");

describe("SPEC §9, triggers", () => {
  it.each(["All done.", "The report is COMPLETED", "finished!", "Ready when you are", "Here  you\ngo: …", "(done)"])(
    "a keyword has %j verified",
    (answer) => {
      expect(closedBy(asked().close(answer))).toEqual([]);
    },
  );

  it.each(["Lima.", "It is undone yet already here", "readying", "abandoned", "heres you go"])(
    "without a keyword %j is not verified",
    (answer) => {
      expect(closedBy(asked().close(answer))).toEqual(["trigger"]);
    },
  );

  it("takes keywords of every language, and marks in them as they are", () => {
    expect(closedBy(asked().close("Das ist fertig."), { triggerKeywords: ["fertig"] })).toEqual([]);
    expect(closedBy(asked().close("готово!"), { triggerKeywords: ["готово"] })).toEqual([]);
    expect(closedBy(asked().close("[x] all"), { triggerKeywords: ["[x]"] })).toEqual([]);
    for (const keyword of ["all-done", "done/shipped", "100%", "a&b", "-done-", "{x}", "a|b", "c++", "^done$", "w\\o"])
      expect(closedBy(asked().close(`So: ${keyword} !`), { triggerKeywords: [keyword] }), keyword).toEqual([]);
  });

  it("verifyAll has every answer verified, without tool calls or edits", () => {
    expect(closedBy(asked().close("Lima."), { verifyAll: true })).toEqual([]);
  });

  it("a heartbeat is always skipped, also with a keyword and with verifyAll", () => {
    const beat = asked().close("HEARTBEAT_OK, done");
    expect(closedBy(beat, { verifyAll: true }, { heartbeat: true })).toEqual(["trigger"]);
    const inMode = fold(
      [{ v: 1, type: "thread:started", threadId: "t", host: "coxswain", mode: "heartbeat" }],
      beat.build(),
    );
    expect(closedBy(inMode, { verifyAll: true })).toEqual(["trigger"]);
  });

  it("verifyHeartbeat has every heartbeat answer verified", () => {
    expect(closedBy(asked().close("HEARTBEAT_OK"), { verifyHeartbeat: true }, { heartbeat: true })).toEqual([]);
  });

  it("verifies the answer to its own feedback again, whatever it says", () => {
    const sentBack = () => asked().close("Done.").user("incomplete: …", "verification");
    for (const retry of ["Lima, done.", "Lima.", "Is that better?", "I could not."])
      expect(closedBy(sentBack().close(retry))).toEqual([]);
    expect(closedBy(asked().close("Lima."), {}, { attempt: 2 })).toEqual([]);
  });
});

describe("SPEC §9, skip without a model", () => {
  it("when the turn ended in tool calls", () => {
    const thread = asked().call("read_file", { path: "a" }, { status: "done" });
    expect(closedBy(thread, { verifyAll: true })).toContain("settled");
  });

  it("when tool calls are pending", () => {
    const started = asked().call("bash", { command: "sleep 9" }, { status: "running" }).close("done");
    expect(closedBy(started)).toContain("settled");
  });

  it.each<[string, object]>([
    ["message", { action: "send", to: "+1", message: "Lima" }],
    ["message", { action: "thread-reply", message: "Lima" }],
    ["message", { to: "Bob", text: "Lima" }],
    ["send_message", { chat_id: 7, text: "Lima, done" }],
    ["sendMessage", { channel: "general", content: "Lima" }],
    ["slack_post_message", { channel: "C1", text: "Lima" }],
    ["mcp__telegram__send_message", { chatId: "7", text: "Lima" }],
    ["mcp__gmail__send_email", { to: ["a@b.c"], subject: "Peru", body: "Lima" }],
    ["reply_to_user", { text: "Lima" }],
    ["gateway.send", { to: "whatsapp:7", message: "Lima" }],
    ["telegram", { to: "7", text: "Lima" }],
    ["notify", { user: "bob", message: "Lima" }],
  ])("when the answer was sent by %s %j", (tool, input) => {
    expect(closedBy(asked().call(tool, input).close("Done."))).toEqual(["undelivered"]);
  });

  it.each<[string, object]>([
    ["message", { action: "read", channel: "general", limit: 5 }],
    ["message", { action: "react", to: "7", emoji: "👍", message: "m1" }],
    ["message", { action: "edit", to: "7", message: "Lima" }],
    ["message", {}],
    ["send_message", { text: "Lima" }],
    ["send_message", { to: [], text: "Lima" }],
    ["edit_message", { channel: "C1", text: "Lima" }],
    ["draft_email", { to: "a@b.c", body: "Lima" }],
    ["read_messages", { channel: "C1" }],
    ["search_mail", { to: "a@b.c", text: "Lima" }],
    ["commit_message", { message: "Lima" }],
    ["send_typing", { chat_id: 7 }],
    ["bash", { command: "mail -s Lima a@b.c" }],
  ])("but not by %s %j", (tool, input) => {
    expect(closedBy(asked().call(tool, input).close("Done."))).toEqual([]);
  });

  const SENT = { to: "bob", text: "Lima" };

  it("also when the host said something since", () => {
    const sent = asked().call("send_message", SENT).user("Keep to the rules of this house.", "host");
    expect(closedBy(sent.close("Done."))).toEqual(["undelivered"]);
  });

  it("but not for a message that failed, or for one sent before the feedback", () => {
    expect(closedBy(asked().call("send_message", SENT, { status: "error" }).close("Done."))).toEqual([]);
    const earlier = asked()
      .call("send_message", SENT)
      .close("Done.")
      .user("incomplete: …", "verification")
      .close("Done.");
    expect(closedBy(earlier)).toEqual([]);
  });

  it("when it was streamed in blocks", () => {
    expect(closedBy(asked().close("Done."), {}, { delivered: true })).toEqual(["undelivered"]);
  });

  it("when the answer is empty", () => {
    expect(closedBy(asked().close("  \n"), { verifyAll: true })).toEqual(["answer"]);
  });

  it("when the mode is not watched", () => {
    const free = fold(
      [{ v: 1, type: "thread:started", threadId: "t", host: "coxswain", mode: "free" }],
      asked().close("Done.").build(),
    );
    expect(closedBy(free)).toEqual(["mode"]);
  });
});
