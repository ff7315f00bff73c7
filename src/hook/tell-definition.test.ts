import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";

let place: HookPlace;
beforeEach(() => {
  place = new HookPlace();
  place.env["PATH"] = process.env["PATH"] ?? "";
});
afterEach(() => place.remove());

/** The project's file, as its team committed it. */
function committed(done: object): void {
  writeFileSync(join(place.root, ".coxswain.json"), JSON.stringify({ done }));
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Sam", "-c", "user.email=sam@example.com", ...words], { cwd: place.root });
  git("init", "--quiet");
  git("add", ".coxswain.json");
  git("commit", "--quiet", "--message", "What done means");
}

const session = (after: (work: ClaudeSession) => ClaudeSession): string =>
  after(new ClaudeSession({ cwd: place.root }).user("Fix the total.").edit("src/cart.ts", "a", "b"))
    .say("I fixed the total.")
    .text();
const stop = (): Promise<string> => place.hook({ last_assistant_message: "I fixed the total." });

describe("a project's definition of done at a stop", () => {
  it("is told to the person once for each wording, and holds the agent to it after a single edit", async () => {
    committed({ ran: [{ command: "npx vitest run", when: "src/**" }] });
    place.write(session((work) => work.passing()));
    expect(JSON.parse(await stop())).toEqual({
      systemMessage: expect.stringContaining(`${join(place.root, ".coxswain.json")} says in 1 rule what “done” means`),
    });
    expect(await stop()).toBe("");
    place.write(session((work) => work));
    expect(JSON.parse(await stop())).toMatchObject({
      decision: "block",
      reason: expect.stringContaining(
        "This project's definition asks for `npx vitest run` after changes of src/**; no step ran it",
      ),
    });
  });

  it("keeps with the decision how each rule stands", async () => {
    place.settings({ done: { ran: [{ kind: "test" }], never: { paths: ["migrations/**"] } } });
    place.write(session((work) => work));
    expect(JSON.parse(await stop()).reason).toContain("My definition of done asks for the tests after changes of code");
    const [decision] = await place.verdicts();
    expect(decision?.verdict).toMatchObject({
      category: "definition-of-done",
      rules: [{ state: "broken" }, { state: "not asked" }],
    });
  });

  it("of a file that the agent has only written counts for nothing", async () => {
    committed({});
    writeFileSync(join(place.root, ".coxswain.json"), JSON.stringify({ done: { ran: [{ kind: "test" }] } }));
    place.write(session((work) => work));
    expect(await stop()).toBe("");
  });
});
