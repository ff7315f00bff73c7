import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { whatFollowed } from "./what-followed.ts";

const SAID = "You say the tests pass, but the last run failed; fix it.";

function corrected(): ThreadBuilder {
  return new ThreadBuilder()
    .started("/repo")
    .user("Fix the sum.")
    .edit("src/sum.ts", "a", "b")
    .close("Done. All tests pass.")
    .user(`Stop hook feedback:\n${SAID}`, "course-correction");
}

function after(builder: ThreadBuilder): string | undefined {
  const thread = builder.build();
  return whatFollowed(thread, thread.turns[0]!, SAID);
}

describe("what came of a correction", () => {
  it("is that the agent acted, when it changed or ran something", () => {
    expect(after(corrected().edit("src/sum.ts", "b", "c").close("Fixed."))).toBe("acted");
    expect(after(corrected().bash("npm test").close("They pass."))).toBe("acted");
  });

  it("is an answer, when it only said something or looked around", () => {
    expect(after(corrected().close("They do pass."))).toBe("answered");
    expect(after(corrected().read("src/sum.ts").close("I see."))).toBe("answered");
    expect(after(corrected().read("src/sum.ts"))).toBe("answered");
  });

  it("is that the person pushed back, whatever the agent did", () => {
    const acted = corrected().edit("src/sum.ts", "b", "c").close("Fixed.");
    expect(after(acted.user("No, that was fine before. Revert it."))).toBe("refused");
    expect(after(corrected().bash("npm test").close("Ok.").user("Thanks. Now add a test."))).toBe("acted");
  });

  it.each([
    "No, that was fine before. Revert it.",
    "no no, the run was of another branch",
    "No.",
    "Nope, leave it.",
    "No that is not what I asked.",
    "Please don't do that.",
    "Don't change anything, the tests are fine.",
    "Stop.",
    "stop it, you are breaking the build",
    "Wait, stop! I only wanted the sum.",
    "Ignore that and go on.",
    "Ignore the hook.",
    "Revert this please",
    "Can you undo that?",
    "Leave it as it was.",
    "That's wrong, the tests did pass.",
    "Hmm. This is not what I wanted.",
    "You were right the first time.",
    "That was a false alarm.",
    "I didn’t ask for that.",
    "Why did you do that?",
    "Coxswain is wrong here.",
  ])("is that the person pushed back: %s", (reply) => {
    expect(after(corrected().bash("npm test").close("They pass.").user(reply))).toBe("refused");
  });

  it.each([
    "Great, thanks. There are no errors now.",
    "Thanks! Now there is no need for the old helper; remove it.",
    "Good. Don't forget to update the changelog.",
    "Don't worry about the docs, add a test next.",
    "Do not touch package.json. Update the parser so that it takes empty lines.",
    "Stop the server first, then run the migration.",
    "Stop words should be filtered, too.",
    "No problem. What is next?",
    "No worries, go on.",
    "No thanks, that's all.",
    "Nope, that's it for today.",
    "Revert commands are missing in the menu. Add them.",
    "Undo and redo should work with the keyboard.",
    "Now make the button stop blinking.",
    "Why did you choose a map here?",
    "The total is wrong when the cart is empty. Fix it.",
    "This is fine. Commit it.",
    "It is wrong for negative numbers, too: handle those.",
    "Add a counter for false alarms.",
    "Ignore that folder in git, too.",
    "Note that nobody should call this twice.",
    "Leave it to the parser to trim lines.",
    "Nice. Add it to the coxswain config.",
    "I did not know that. Go on.",
  ])("is what the agent did when the person goes on: %s", (reply) => {
    expect(after(corrected().bash("npm test").close("They pass.").user(reply))).toBe("acted");
  });

  it("takes no for the answer to what the agent asked", () => {
    const asked = () => corrected().bash("npm test").close("They pass. Shall I also update the docs?");
    expect(after(asked().user("No, only the code."))).toBe("acted");
    expect(after(asked().user("Stop, that was fine before."))).toBe("refused");
  });

  it("is nothing when the session ends there, and unknown when it was never said", () => {
    expect(after(corrected())).toBe("nothing");
    expect(after(new ThreadBuilder().user("Fix it.").close("Done."))).toBeUndefined();
    // The same words, but not from us.
    expect(after(new ThreadBuilder().user("Fix it.").say(SAID).close("Done."))).toBeUndefined();
    expect(after(new ThreadBuilder().user(SAID).close("Done."))).toBeUndefined();
  });
});
