import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../test/support/any-character.ts";
import { CATEGORIES, categoryOf } from "./prompt.ts";
import { readTextVerdict } from "./text-verdict.ts";

const pass = { verdict: "PASS" };
const fail = (category: string, feedback: string) => ({ verdict: "FAIL", category, feedback });

describe("readTextVerdict", () => {
  it.each<[name: string, text: string]>([
    ["as asked", "PASS"],
    ["with a point", "PASS."],
    ["in small letters", "pass"],
    ["with a capital", "Pass"],
    ["with joy", "PASS!"],
    ["between blank lines", "\n\n  PASS  \n"],
    ["with Windows line ends", "PASS\r\n"],
    ["in bold", "**PASS**"],
    ["as code", "`PASS`"],
    ["in a fence", "```\nPASS\n```"],
    ["in a named fence", "```text\nPASS\n```\n"],
    ["in a tilde fence", "~~~\nPASS\n~~~"],
    ["as a heading", "## PASS"],
    ["as a list item", "- PASS"],
    ["in brackets", "[PASS]"],
    ["with a remark", "PASS: the table is there and the rules are kept."],
    ["with a dashed remark", "PASS - everything that was asked for is there"],
    ["with a long dash", "PASS — nothing is missing"],
    ["with an explanation below", "PASS\n\nThe answer lists all three files and keeps the tone."],
    ["behind thoughts", "The user wanted a list of three.\nAll three are there.\n\nPASS"],
    ["behind a think block", "<think>\nMaybe FAIL [incomplete]: no, it is all there.\n</think>\nPASS"],
    ["behind a thinking block", "<thinking>hm, FAIL?</thinking>PASS"],
    ["behind a label", "Goal: met.\nVerdict: PASS"],
    ["behind a label in small letters", "Everything is there.\nverdict: pass"],
    ["as the final answer", "Goal met. Complete. Rules kept.\n\nFinal answer: PASS"],
    ["as a bold verdict", "Reasoning: fine.\n\n**Verdict: PASS**"],
    ["in fields", "VERDICT: PASS\nCATEGORY: none\nFEEDBACK: none"],
    ["in fields below thoughts", "Goal: met.\nVerdict: pass\nCategory: null\nFeedback: null"],
    ["where thoughts doubt it", "I considered whether to fail it for tone.\nThat would be unfair.\nPASS"],
    ["where a criterion says otherwise in prose", "Completeness: I first thought this would fail.\nPASS"],
  ])("reads a pass %s", (_name, text) => {
    expect(readTextVerdict(text)).toEqual(pass);
  });

  it.each<[name: string, text: string, category: string, feedback: string]>([
    ["as asked", "FAIL [incomplete]: the second table is missing", "incomplete", "the second table is missing"],
    ["without a space", "FAIL[goal_missed]: wrong question answered", "goal_missed", "wrong question answered"],
    ["in small letters", "fail [refusal]: answer the question", "refusal", "answer the question"],
    ["with a capital category", "FAIL [Rule_Violation]: no emojis", "rule_violation", "no emojis"],
    ["with spaces in the category", "FAIL [tone mismatch]: too casual", "tone_mismatch", "too casual"],
    ["with a dash in the category", "FAIL [goal-missed]: not what was asked", "goal_missed", "not what was asked"],
    ["with a plural", "FAIL [rule violations]: two of them", "rule_violation", "two of them"],
    ["with round brackets", "FAIL (incomplete): add the third item", "incomplete", "add the third item"],
    ["without brackets", "FAIL incomplete: add the third item", "incomplete", "add the third item"],
    ["without brackets, two words", "FAIL rule violation: English only", "rule_violation", "English only"],
    ["without a category", "FAIL: the link is dead", "goal_missed", "the link is dead"],
    ["with a category of its own", "FAIL [accuracy]: 7 x 8 is 56", "goal_missed", "7 x 8 is 56"],
    ["with an empty category", "FAIL []: nothing was sent", "goal_missed", "nothing was sent"],
    ["with a dash", "FAIL - the file was never written", "goal_missed", "the file was never written"],
    ["with a long dash", "FAIL [incomplete] — the file was never written", "incomplete", "the file was never written"],
    ["with a point", "FAIL. The file was never written", "goal_missed", "The file was never written"],
    ["without the colon", "FAIL [incomplete] the file was never written", "incomplete", "the file was never written"],
    ["in bold", "**FAIL [incomplete]:** add the tests", "incomplete", "add the tests"],
    ["in bold up to the category", "**FAIL** [incomplete]: add the tests", "incomplete", "add the tests"],
    ["as code", "`FAIL [incomplete]: add the tests`", "incomplete", "add the tests"],
    ["in a fence", "```\nFAIL [incomplete]: add the tests\n```", "incomplete", "add the tests"],
    ["as a heading", "### FAIL [incomplete]: add the tests", "incomplete", "add the tests"],
    ["as a list item", "* FAIL [incomplete]: add the tests", "incomplete", "add the tests"],
    ["over several lines", "FAIL [incomplete]:\n- add a.ts\n- add b.ts", "incomplete", "add a.ts\nadd b.ts"],
    ["with the feedback below", "FAIL\n\nThe summary is missing.", "goal_missed", "The summary is missing."],
    ["with category above, feedback below", "FAIL [refusal]\nAnswer it.", "refusal", "Answer it."],
    [
      "behind thoughts",
      "Goal: met.\nComplete: no.\n\nFAIL [incomplete]: part two is missing",
      "incomplete",
      "part two is missing",
    ],
    ["behind a think block", "<think>PASS?\nNo.</think>\nFAIL [incomplete]: part two", "incomplete", "part two"],
    ["behind a label", "Verdict: FAIL [tone_mismatch]: too stiff", "tone_mismatch", "too stiff"],
    ["behind a label, small", "Thoughts: hm.\nfinal verdict: fail: too stiff", "goal_missed", "too stiff"],
    ["small but known behind thoughts", "Hm.\nfail [incomplete]: part two", "incomplete", "part two"],
    [
      "where the feedback speaks of a pass",
      "FAIL [incomplete]: tests must\npass the linter too",
      "incomplete",
      "tests must\npass the linter too",
    ],
    [
      "in fields",
      "VERDICT: FAIL\nCATEGORY: incomplete\nFEEDBACK: add b.ts\nand a.ts",
      "incomplete",
      "add b.ts\nand a.ts",
    ],
    ["in bold fields", "**Verdict:** Fail\n**Category:** tone mismatch\n**Feedback:** stiff", "tone_mismatch", "stiff"],
    ["in fields before it", "category: refusal\nfeedback: answer it\n\nverdict: fail", "refusal", "answer it"],
    ["in fields of one line", "VERDICT: FAIL / CATEGORY: incomplete / FEEDBACK: add b.ts", "incomplete", "add b.ts"],
    ["with an unknown field", "FAIL\nCategory: accuracy\nFeedback: it is 56", "goal_missed", "it is 56"],
    ["twice", "FAIL [incomplete]: one\nFAIL [refusal]: two", "incomplete", "one\nFAIL [refusal]: two"],
    ["in another language", "FAIL [incomplete]: es fehlt der zweite Teil", "incomplete", "es fehlt der zweite Teil"],
  ])("reads a failure %s", (_name, text, category, feedback) => {
    const read = readTextVerdict(text);
    expect(read).toMatchObject({ verdict: "FAIL", feedback });
    expect(read?.verdict === "FAIL" && categoryOf(read.category)).toBe(category);
  });

  it.each<[name: string, text: string]>([
    ["nothing", ""],
    ["blanks", "   \n\n"],
    ["praise", "The answer looks good to me."],
    ["the form itself", "Answer with PASS or FAIL [category]: feedback."],
    ["both words in one sentence", "It could PASS or FAIL depending on taste."],
    ["another word for it", "PASSED"],
    ["another word for failing", "FAILED: something"],
    ["both, pass first", "PASS\n\nFAIL [incomplete]: part two is missing"],
    ["both, pass last", "FAIL [incomplete]: part two is missing\n\nPASS"],
    ["a sentence that begins with the word", "Pass the salt, please."],
    ["a sentence that begins with the other word", "Fail fast is a principle."],
    ["a principle with a colon", "Fail fast: a principle of design."],
    ["runner output that passed", "PASS src/a.test.ts\nTests: 3 passed"],
    ["runner output that failed", "FAIL src/a.test.ts\n1 failed"],
    ["Python", "def verify():\n    pass"],
    ["Python with a body", "class Verdict:\n  pass\n\nx = Verdict()"],
    ["JSON", '{"verdict": "PASS"}'],
    ["JSON that fails", '{"verdict":"FAIL","category":"incomplete","feedback":"x"}'],
    ["an XML tag", "<verdict>PASS</verdict>"],
    ["a score", "8/10"],
    ["yes", "Yes."],
    ["a pass in the middle", "Some say\nPASS\nis what it deserves, others not."],
    ["an unclosed think block without a verdict", "<think>should this pass? I am not sure"],
    ["a question", "PASS? or FAIL?"],
    ["the wrong tool in words", 'verify({"verdict":"PASS"})'],
    ["a novel", `PASS\n${"x".repeat(50_000)}`],
  ])("takes no verdict from %s", (_name, text) => {
    expect(readTextVerdict(text)).toBeUndefined();
  });

  const word = fc.constantFrom(
    ..."the answer should pass or fail when tests PASS and FAIL never but maybe passing".split(" "),
  );
  /** Sentences that begin with another word than a verdict and end in a point. */
  const sentence = fc
    .tuple(fc.constantFrom("The", "It", "We", "Tests", "She", "1."), fc.array(word, { minLength: 1, maxLength: 12 }))
    .map(([first, words]) => `${first} ${words.join(" ")}.`);

  it("never takes a verdict from prose that only speaks of passing and failing", () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (sentences) => {
        expect(readTextVerdict(sentences.join("\n"))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it("never takes a verdict from noise, and never breaks on it", () => {
    const noise = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom("[", "]", ":", "*", "`", "#", "-", "\n", " ", "p", "a", "s", "f", "i", "l", "<", ">"),
        maxLength: 80,
      }),
      fc.json(),
    );
    fc.assert(
      fc.property(noise, (text) => {
        const verdict = readTextVerdict(text);
        if (verdict === undefined) return;
        // By chance the noise may spell the word on a line of its own; then and only then is it one.
        const line = verdict.verdict === "PASS" ? "pass" : "fail";
        expect(text).toMatch(new RegExp(String.raw`(?:^|[\r\n>])[^\p{L}\p{N}]*${line}(?!\p{L})`, "iu"));
      }),
      { numRuns: 5000 },
    );
  });

  it("reads back every failure that is written as asked", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CATEGORIES),
        fc
          .string({ unit: fc.constantFrom("a", "b", " ", ",", "é"), minLength: 3, maxLength: 60 })
          .filter((text) => /\p{L}{2}/u.test(text)),
        (category, feedback) => {
          expect(readTextVerdict(`FAIL [${category}]: ${feedback}`)).toEqual(fail(category, feedback.trim()));
        },
      ),
    );
  });
});
