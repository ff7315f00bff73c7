import { describe, expect, test } from "vitest";
import { command as run } from "../../../src/cli/commands/run.ts";
import { thread } from "../../support/thread-builder.ts";
import { INCOMPLETE, looked, loop, PASS, place } from "../../support/verification.ts";

const LEFT_ALONE = { asked: 0, verdict: { judge: "gate", verdict: "ok" } };
const ASKED = { asked: 1, verdict: { judge: "model", verdict: "correct" } };
/** Whatever the host calls them: to whom, where, and the words. */
const SENT = { action: "send", to: "+44 20 7946 0000", channel: "C024", message: "All done.", text: "All done." };

/** All of it with `verifyAll`, so that only the pre-checks can keep the verifier from being asked. */
describe("the verification loop: what is not looked at", () => {
  test("17 an answer that ended in tool calls", async () => {
    const open = thread().user("Tell Ann.").say("Done, I only have to send it.").build();
    const stopped = thread().user("Tell Ann.").call("send", { to: "Ann" }).build();
    for (const each of [open, stopped]) expect(await looked(each)).toMatchObject({ asked: 0 });
  });

  test("18 an answer with tool calls that are still pending", async () => {
    expect((await loop([{ text: "Done.", pending: true }], [INCOMPLETE], ALL)).asked).toEqual([]);
    const started = { output: "", status: "running" } as const;
    const pending = thread().user("Tell Ann.").call("ask_ann", {}, started).close("Done.").build();
    expect(await looked(pending)).toMatchObject(LEFT_ALONE);
  });

  test("19 an answer that a messaging tool has sent already", async () => {
    for (const tool of ["message", "send_message", "sendMessage", "mcp__telegram__sendMessage"])
      expect(await looked(thread().user("Tell Ann.").call(tool, SENT).close("Done.").build()), tool).toMatchObject(
        LEFT_ALONE,
      );
  });

  test("20 what sent it is known by the call, not by its name: to read or to react is not to send", async () => {
    for (const action of ["read", "react", "reactions", "permissions"]) {
      const told = thread()
        .user("Tell Ann.")
        .call("message", { ...SENT, action })
        .close("Done.")
        .build();
      expect(await looked(told), action).toMatchObject(ASKED);
    }
    const failed = thread().user("Tell Ann.").call("message", SENT, { status: "error" }).close("Done.").build();
    expect(await looked(failed)).toMatchObject(ASKED);
  });

  test("21 an answer that was streamed in blocks, as who calls the library says", async () => {
    expect((await loop([{ text: "Done.", delivered: true }], [INCOMPLETE], ALL)).asked).toEqual([]);
  });

  test("22 differs: our own agent streams each answer to the terminal, and it is verified all the same", async () => {
    const { run: cox } = place({
      agent: { turns: [{ say: "Red. Done." }, { say: "All three. Done." }] },
      judge: { decisions: [{ times: 1, input: INCOMPLETE }, { input: PASS }] },
    });
    const { out, err } = await cox(run, "List three colours.", "--mode", "verify");
    expect(out + err).toMatch(/Red\. Done\.[^]*Yellow is\s+missing[^]*All three\. Done\./);
  });

  test("23 an empty answer", async () => {
    for (const answer of ["", "  \n\t"]) expect((await loop([answer], [INCOMPLETE], ALL)).asked).toEqual([]);
  });

  test("24 nothing else keeps it from being looked at: no question, plan, wait or obstacle at its end", async () => {
    const answers = [
      "Red and blue. Done! Would you like more?",
      "Here you go: red and blue. Does that help?",
      "Done. Here is the mail: “Hi Bob, are you free on Monday?”",
      "Here is the plan:\n1. Read chapter one.\n2. Do the exercises.",
      "Would you like me to translate it?",
      "I could not reach the server, because the network is down.",
      "I am waiting for the build to finish.",
    ];
    for (const answer of answers)
      expect(await looked(thread().user("Name the colours.").close(answer).build()), answer).toMatchObject(ASKED);
    expect(await looked(thread().user("wait").close("Done.").build())).toMatchObject(ASKED);
  });
});

const ALL = { triggers: { verifyAll: true } };
