import { describe, expect, it } from "vitest";
import { thread } from "../../../test/support/thread-builder.ts";
import { createRedactor } from "../redact.ts";
import { renderCloserLook } from "./closer-look.ts";

const long = Array.from({ length: 400 }, (_, index) => `line ${index}`).join("\n");
const worked = thread()
  .user("Mend the page as the plan says.")
  .edit("/repo/src/page.ts", "a", long)
  .bash("npm run lint", { output: long })
  .close("Done.")
  .user("And now the other one.")
  .bash("npm test", { output: "3 passed" })
  .close("All is well.")
  .build();

function closer(wants: readonly string[], files?: Readonly<Record<string, string>>, steps: readonly number[] = []) {
  const options = files ? { readFile: async (path: string) => files[path] } : {};
  return renderCloserLook(worked, { message: "look again", steps, wants }, options);
}

describe("renderCloserLook", () => {
  it("shows steps and turns that were asked for, with what was cut", async () => {
    const text = await closer(["step 2", "turn 1"]);
    expect(text).toContain("| line 200\n");
    expect(text).toContain("## USER (turn 1)\n> Mend the page as the plan says.");
    expect(text).toMatch(/# OBJECTION\n> look again$/);
  });

  it("shows a file as it is now, where one can be read", async () => {
    expect(await closer(["`src/page.ts`"], { "src/page.ts": "const now = 1;" })).toContain(
      "## FILE src/page.ts\n(the file as it is now)\n| const now = 1;",
    );
  });

  it("shows the steps that touched a file that is not at hand, and says so", async () => {
    const text = await closer(["src/page.ts"]);
    expect(text).toContain("[1] ok · edit");
    expect(text).toContain("is not at hand here, only the record is");
    expect(await closer(["src/none.ts"], {})).toContain("is not there, or may not be shown");
  });

  it.each([[["step 999999"]], [[""]], [["steps 1-99999999999"]], [["\u0000/etc/passwd"]], [["turn 0", "turn 9"]]])(
    "takes %j as it comes, and stays within its limit",
    async (wants) => {
      const text = await closer(wants, {});
      expect(text.length).toBeLessThan(25_000);
      expect(text).toContain("# OBJECTION");
    },
  );

  it("keeps its limit however much is asked for", async () => {
    expect((await closer(["steps 1-3", "turn 1", "a.ts", "b.ts"], { "a.ts": long, "b.ts": long })).length).toBeLessThan(
      25_000,
    );
  });

  it("takes out of one close-up what a later one gives away", async () => {
    const worked = thread()
      .user("Try the database.")
      .bash("connect Zx9kQ2mLp4", { exit: 1, output: "refused" })
      .bash("cat .env", { output: "DB_PASSWORD=Zx9kQ2mLp4" })
      .close("It refuses.")
      .build();
    const doubt = { message: "look again", steps: [1, 2], wants: [] };
    const text = await renderCloserLook(worked, doubt, { redact: createRedactor({ remember: true }) });
    expect(text).toMatch(/connect \[redacted:/);
    expect(text).not.toContain("Zx9kQ2mLp4");
  });
});
