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
  });

  it("is that the person pushed back, whatever the agent did", () => {
    const acted = corrected().edit("src/sum.ts", "b", "c").close("Fixed.");
    expect(after(acted.user("No, that was fine before. Revert it."))).toBe("refused");
    expect(after(corrected().bash("npm test").close("Ok.").user("Thanks. Now add a test."))).toBe("acted");
  });

  it("is nothing when the session ends there, and unknown when it was never said", () => {
    expect(after(corrected())).toBe("nothing");
    expect(after(new ThreadBuilder().user("Fix it.").close("Done."))).toBeUndefined();
  });
});
