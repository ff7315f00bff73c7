import { expect, it } from "vitest";
import { cleanEnd, cleanStart, roughEnd, roughStart } from "./cut.ts";

const secret = "0123456789abcdef0123456789abcdef";
const redact = (text: string) => text.replaceAll(secret, "~");
const start = (text: string) => cleanStart(roughStart(text, 60), 60, redact);
const end = (text: string) => cleanEnd(roughEnd(text, 60), 60, redact);

it("keeps what fits as it is, and says where something is missing", () => {
  expect([start("a".repeat(60)), end("a".repeat(60))]).toEqual(["a".repeat(60), "a".repeat(60)]);
  expect([start("a".repeat(61)), end("a".repeat(61))]).toEqual([`${"a".repeat(59)}…`, `…${"a".repeat(59)}`]);
  expect([start("a".repeat(9999)), end("a".repeat(9999))]).toEqual([`${"a".repeat(59)}…`, `…${"a".repeat(59)}`]);
});

it("leaves no part of a secret, wherever the cuts fall and whatever goes before", () => {
  for (let before = 0; before < 700; before += 1) {
    const filled = ["-".repeat(before), `${secret}-`.repeat(before / 20)];
    for (const around of filled) {
      const text = `${around}${secret}${"-".repeat(700)}`;
      const turned = `${"-".repeat(700)}${secret}${around}`;
      expect(start(text) + end(turned)).toMatch(/^[-~…]+$/);
    }
  }
});

it("takes away what steers a terminal before it cuts, so that no half of it is left and no secret is hidden by it", () => {
  const hidden = `\u001b]8;;http://evil.example/all\u0007${secret.slice(0, 16)}\u200b${secret.slice(16)}`;
  for (let before = 0; before < 700; before += 1) {
    expect(start(`${"-".repeat(before)}${hidden}${"-".repeat(700)}`)).toMatch(/^[-~…]+$/);
    expect(end(`${"-".repeat(700)}${hidden}${"-".repeat(before)}`)).toMatch(/^[-~…]+$/);
  }
});
