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

  it("verifies the answer to its own feedback again", () => {
    const thread = asked().close("Done.").user("incomplete: …", "verification").close("Lima, done.");
    expect(closedBy(thread)).toEqual([]);
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

  it.each([
    "send_message",
    "sendMessage",
    "slack_post_message",
    "mcp__telegram__send_message",
    "mcp__gmail__send_email",
    "reply_to_user",
    "discord-send",
    "message",
    "send_whatsapp",
  ])("when the answer was sent by the messaging tool %s", (tool) => {
    expect(closedBy(asked().call(tool, { text: "Lima, done" }).close("Done."))).toEqual(["undelivered"]);
  });

  it("also when the host said something since", () => {
    const sent = asked().call("send_message", {}).user("Keep to the rules of this house.", "host");
    expect(closedBy(sent.close("Done."))).toEqual(["undelivered"]);
  });

  it("but not for a message that failed, for another tool, or for one sent before the feedback", () => {
    expect(closedBy(asked().call("send_message", {}, { status: "error" }).close("Done."))).toEqual([]);
    for (const tool of ["read_messages", "bash", "search_mail", "list_channels", "commit_message", "post_processing"])
      expect([tool, ...closedBy(asked().call(tool, {}).close("Done."))]).toEqual([tool]);
    const earlier = asked()
      .call("send_message", {})
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
