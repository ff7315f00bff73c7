import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/support/any-character.ts";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { createQuoter, cut } from "./untrusted.ts";

const quoter = createQuoter((text) => text);
const HOSTILE_CHARACTERS = /(?!\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

describe("cut", () => {
  it("says how much is missing and keeps the wanted end", () => {
    const text = "a".repeat(100) + "z".repeat(100);
    expect(cut(text, 60, "head")).toMatch(/^a{36}⟦… 165 characters cut …⟧$/);
    expect(cut(text, 60, "tail")).toMatch(/^⟦… 165 characters cut …⟧z{36}$/);
    expect(cut(text, 60, "ends")).toMatch(/^a{22}⟦… 165 characters cut …⟧z{14}$/);
  });

  it("is never longer than its limit and never splits a character", () => {
    const ends = fc.constantFrom("head", "tail", "ends");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(300), ends, (text, limit, keep) => {
        const result = cut(text, limit, keep);
        expect(result.length).toBeLessThanOrEqual(Math.max(limit, text.length <= limit ? text.length : limit));
        expect(result.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("createQuoter", () => {
  it("shows no half of a secret where a long line is cut", () => {
    const strict = createQuoter((text) => text.replaceAll(/key="\w{20}"/g, "[gone]"));
    const entry = '{"key="abcdefghij0123456789"},';
    for (let shift = 0; shift < entry.length; shift += 1) {
      const shown = strict.block("x".repeat(shift) + entry.repeat(800), { mark: "| ", limit: 700 });
      expect(shown).toContain("[gone]");
      expect(shown).not.toMatch(/abcde|56789/);
    }
    for (const shift of [0, 7, 14, 21]) {
      const worked = strict.clean("x".repeat(shift) + entry.repeat(6000));
      expect(worked).toContain("characters cut");
      expect(worked).not.toMatch(/abcde|56789/);
    }
  });

  it("puts every line of any text behind its mark, within the limit, and free of hidden characters", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom("\n", "\r", "|", ">", "#", "\u2028", "\u001b", "[", "]", "0", "⟧", " "),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 200 }), (content, limit) => {
        const block = quoter.block(content, { mark: "| ", limit });
        expect(block === "" || block.split("\n").every((line) => line.startsWith("| "))).toBe(true);
        expect(block).not.toMatch(HOSTILE_CHARACTERS);
        expect(block.replaceAll("\n| ", "\n").length).toBeLessThanOrEqual(limit + 2);
        const line = quoter.line(content, limit);
        expect(line).not.toMatch(/\n/);
        expect(line).not.toMatch(HOSTILE_CHARACTERS);
        expect(line.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 500 },
    );
  });

  it("redacts before it cuts, so that no half of a secret is left", () => {
    const withSecret = createQuoter((text) => text.replaceAll("SECRETSECRET", "[gone]"));
    const block = withSecret.block(`${"x".repeat(94)}SECRETSECRET`, { mark: "| ", limit: 100, keep: "head" });
    expect(block).not.toContain("SECRET");
  });

  it("redacts what is hidden behind invisible characters", () => {
    const withSecret = createQuoter((text) => text.replaceAll("SECRET", "[gone]"));
    expect(withSecret.line("SEC\u200bRET", 50)).toBe("[gone]");
  });

  it("cuts a gigantic line and a gigantic text, at a cost no greater than their length", () => {
    const cut = {
      line: (text: string) => quoter.block(text, { mark: "| ", limit: 500, keep: "tail" }),
      text: (text: string) => quoter.block(text, { mark: "| ", limit: 500 }),
    };
    const [line, text] = ["x".repeat(20_000_000), "y\n".repeat(5_000_000)];
    expect(cut.line(line).length).toBeLessThan(600);
    expect(cut.text(text).length).toBeLessThan(1500);
    expect(growth(line, cut.line)).toBeLessThan(MORE_THAN_ITS_INPUT);
    expect(growth(text, cut.text)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});
