import { describe, expect, it } from "vitest";
import { thread, ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { HookEvent } from "../hosts/hook.ts";
import { closingText, lastTurn } from "../thread/turns.ts";
import { hasClosing, isSettled, withClosing } from "./closing.ts";

const stop = (closing?: string, cumulative = false): HookEvent => ({
  kind: "stop",
  name: "Stop",
  session: "s",
  cwd: undefined,
  closing,
  cumulative,
});
const work = () => thread().user("Fix it").say("I look first.").edit("/repo/a.ts", "a", "b");
const open = work().build();
const closed = (words: string) => work().close(words).build();

describe("the agent's last words", () => {
  it.each([
    ["where the host tells none", "Done.", undefined],
    ["word for word", "Done.", "Done."],
    ["wrapped otherwise", "Done,\nand tested.", "Done, and tested."],
    ["at the end of what the host tells", "Done.", "I look first. Done."],
    ["where the host tells only their end", "I am through.\n\nDone.", "Done."],
  ])("are in the transcript %s", (_, written, told) => {
    const whole = closed(written);
    expect(hasClosing(whole, stop(told))).toBe(true);
    expect(withClosing(whole, stop(told))).toBe(whole);
  });

  it("are in the transcript where the host tells what was streamed, and then the later pieces again", () => {
    const whole = closed("Done! All tests pass.");
    const told = stop("I look first. look first.\nDone! All tests pass. All te sts pass.", true);
    expect(hasClosing(whole, told)).toBe(true);
    expect(withClosing(whole, told)).toBe(whole);
  });

  it("do not end a turn that the person has stopped", () => {
    const stopped = thread().user("Fix it").say("I look first.").cancelled().build();
    expect(withClosing(stopped, stop("Done."))).toBe(stopped);
  });

  it.each([
    ["where the turn is still open", open],
    ["where others stand there", closed("I will run the tests now.")],
    ["where it ends without a word", closed("")],
  ])("are taken from the host %s", (_, written) => {
    expect(hasClosing(written, stop("Done."))).toBe(false);
    const told = withClosing(written, stop("Done."));
    expect(closingText(told, lastTurn(told)!)).toBe("Done.");
    expect(lastTurn(told)!.outcome).not.toBe("open");
  });

  it.each([
    ["I look first.\nDone.", "I look first.", "Done."],
    ["\nI look first.\n\n\nDone.", "\nI look first.\n", "Done."],
    ["Fix it is done.", "I look first.", "Fix it is done."],
    ["Done.", "", "Done."],
  ])(
    "are what is new of everything the agent said, where the host tells all of it (%j after %j)",
    (told, said, words) => {
      const heard = withClosing(thread().user("Fix it").say(said).build(), stop(told, true));
      expect(closingText(heard, lastTurn(heard)!)).toBe(words);
    },
  );

  it("are not made up", () => {
    expect(withClosing(open, stop(" "))).toBe(open);
    expect(withClosing(open, stop("I look first.", true))).toBe(open);
  });
});

describe("a turn is on the disk", () => {
  const unanswered = (builder: ThreadBuilder) => new ThreadBuilder(builder.deltas().slice(0, -1));
  const waiting = () => unanswered(thread().user("Fix it").bash("npm test"));

  it("when it has ended and every call has its result", () => {
    expect(isSettled(open, {})).toBe(false);
    expect(isSettled(closed("Done."), {})).toBe(true);
    expect(isSettled(waiting().close("Done.").build(), {})).toBe(false);
  });

  it("also where the host writes no results", () => {
    expect(isSettled(waiting().close("Done.").build(), { omitsResults: true })).toBe(true);
  });

  it("whatever calls of earlier turns were left without one", () => {
    expect(isSettled(waiting().user("Go on").close("Done.").build(), {})).toBe(true);
  });
});
