import * as z from "zod/mini";
import type { ForcedTool } from "../models/model.ts";
import { spokenMessage } from "../observer/course-correct.ts";
import { CATEGORIES, type Category, DEFAULT_CATEGORY, TEXT_INSTRUCTIONS } from "./prompt.ts";
import { readTextVerdict } from "./text-verdict.ts";

/** The reasons stand before the verdict, so that the model thinks of them first. */
export const Verify = z.object({
  goal: z.string().check(z.describe("One sentence: what the user wanted, and whether the answer gets them there.")),
  completeness: z.string().check(z.describe("One sentence: which part of the request is missing, or that none is.")),
  rules: z.string().check(z.describe("One sentence: which rule of the user is broken, or that none is.")),
  verdict: z.enum(["PASS", "FAIL"]).check(z.describe("FAIL only for what the user would send the answer back for.")),
  category: z.nullable(z.enum(CATEGORIES)).check(z.describe("What is wrong. Null with PASS.")),
  feedback: z
    .nullable(z.string())
    .check(
      z.describe("What the agent must do differently, in one to three sentences that name the thing. Null with PASS."),
    ),
});
export type Verify = z.infer<typeof Verify>;

export const VERIFY: ForcedTool<Verify> = {
  name: "verify",
  description: "Says whether the answer may go to the user, and if not, why.",
  schema: Verify,
  inWords: { instructions: TEXT_INSTRUCTIONS, read: fromText },
};

export type CheckedVerdict =
  | { readonly kind: "pass" }
  | { readonly kind: "fail"; readonly category: Category; readonly feedback: string }
  | { readonly kind: "invalid"; readonly reason: string };

/** Feedback names things, so it may be longer than a correction. */
const FEEDBACK = { characters: 1200, sentences: 8 };

/** Checks the meaning of an answer that has the right shape. */
export function checkVerdict({ verdict, category, feedback }: Verify): CheckedVerdict {
  if (verdict === "PASS") return { kind: "pass" };
  const words = spokenMessage(feedback ?? "", FEEDBACK);
  if (words === "") return { kind: "invalid", reason: "the verifier fails the answer but does not say why" };
  return { kind: "fail", category: category ?? DEFAULT_CATEGORY, feedback: words };
}

function fromText(text: string): Verify | undefined {
  const read = readTextVerdict(text);
  if (!read) return undefined;
  const unsaid = { goal: "", completeness: "", rules: "" };
  return read.verdict === "PASS" ? { ...unsaid, ...read, category: null, feedback: null } : { ...unsaid, ...read };
}
