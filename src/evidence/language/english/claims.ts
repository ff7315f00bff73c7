import type { ClaimPattern } from "../language.ts";
import { CHECK_CLAIMS } from "./check-claims.ts";
import { DEED_CLAIMS } from "./deed-claims.ts";
import { JOINT_CLAIMS } from "./joint-claims.ts";
import { RUN_CLAIMS } from "./run-claims.ts";
import { TEST_CLAIMS } from "./test-claims.ts";
import { claim } from "./verdicts.ts";

export const ENGLISH_CLAIMS: readonly ClaimPattern[] = [
  ...TEST_CLAIMS,
  ...JOINT_CLAIMS,
  ...CHECK_CLAIMS,
  ...DEED_CLAIMS,
  ...RUN_CLAIMS,
  claim("done", "\\b(?:all )?(?:done|complete[d]?|finished|implemented|ready(?: for| to)?|all set|in place)\\b"),
];
