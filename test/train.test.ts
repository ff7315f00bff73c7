import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { FEATURES } from "../src/evidence/score/features.ts";
import type { Weights } from "../src/evidence/score/score.ts";
import { ClaudeSession } from "./support/claude-session.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

/** A session of the given number of edits, whose tests fail where it is a bad one. */
function session(edits: number, isBad: boolean): string {
  const told = new ClaudeSession().user("Sum the cart and run the tests.");
  for (let edit = 0; edit < edits; edit++) told.edit(`/home/sam/shop/src/f${edit}.ts`, "a", "b");
  told.bash("npx vitest run", isBad ? " Tests  2 failed | 6 passed (8)\n" : " Tests  8 passed (8)\n", isBad ? 1 : 0);
  return told.say("The cart sums. All tests pass.").text();
}

test("the same turns give the same weights", () => {
  const corpus = temporaryDirectory();
  const labels = Array.from({ length: 12 }, (_, each) => {
    const isBad = each % 3 === 0;
    writeFileSync(join(corpus, `labelled-${each}.jsonl`), session(5 + (each % 4), isBad));
    writeFileSync(join(corpus, `usual-${each}.jsonl`), session(5 + each, each % 4 === 0));
    const verdict = isBad ? "correct" : "ok";
    return {
      id: `t${each}`,
      file: `labelled-${each}.jsonl`,
      verdict,
      confidence: 0.9,
      repository: `acme/r${each % 4}`,
    };
  });
  writeFileSync(join(corpus, "labels.jsonl"), labels.map((label) => JSON.stringify(label)).join("\n"));

  const [one, other] = ["one.json", "other.json"].map((name) => trained(corpus, join(temporaryDirectory(), name)));
  expect(one).toBe(other);
  const { slope, features } = JSON.parse(one ?? "") as Weights;
  expect(slope).toBeGreaterThan(0);
  expect(Object.keys(features)).toEqual(FEATURES.map(({ name }) => name));
  expect(features["claimed-failed"]?.spread).toBeGreaterThan(0);
});

function trained(corpus: string, to: string): string {
  const command = ["bench/train.ts", "--corpus", corpus, "--write", "--to", to];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return readFileSync(to, "utf8");
}
