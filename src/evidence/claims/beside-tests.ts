import { nameLiterally } from "../../literally.ts";
import type { Facts } from "../facts.ts";
import { outputOf } from "../steps.ts";
import { failedEnvironments } from "../outcomes/python-tests.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { kindOfSession } from "../runners/sessions.ts";
import { kindsOf } from "./claimed-checks.ts";
import type { Claim } from "./claims.ts";
import { type BesideTests, stoppedAfterBuild, stoppedBesideTests } from "./stopped-builds.ts";

/** Set when the claim is only about tests and the run failed at something else: how we know the tests went well. */
export function besideTests(facts: Facts, claim: Claim, last: Receipt): BesideTests | undefined {
  return isOfAll(facts, claim, last) ? undefined : stoppedBesideTests(facts, last);
}

/** True when the claim covers the whole run: by its name, as "all checks", or by also naming the check that failed. */
function isOfAll(facts: Facts, claim: Claim, last: Receipt): boolean {
  if (namesAllOf(claim, last) || isOfProgram(facts, claim, last)) return true;
  if (claim.type === "checks-pass") return !stoppedAfterBuild(facts, last);
  const failed = failedEnvironments(outputOf(facts, last)).map(kindOfSession);
  const claims = facts.claims.filter(({ sentence, partial }) => sentence.index === claim.sentence.index && !partial);
  return claims.flatMap(kindsOf).some((kind) => kind !== "test" && failed.includes(kind));
}

/** True when the sentence begins with the program ("tox is green") and has no number and no word for tests. */
function isOfProgram({ language }: Facts, { sentence, numbers, abroad }: Claim, { runner }: Receipt): boolean {
  const [program = ""] = runner.split(" ");
  const name = new RegExp(`^\\W*${nameLiterally(program)}\\b`, "i");
  return !abroad && numbers.length === 0 && name.test(sentence.text) && !language.topics.tests.test(sentence.text);
}

export function namesAllOf({ type, sentence }: Claim, last: Receipt): boolean {
  return sentence.code.some((code) => isAllOf(last, code, type === "ran"));
}

/** True when the code span holds all words of the command but its flags: such a claim is about all that it does. */
function isAllOf({ command }: Receipt, code: string, isSubject: boolean): boolean {
  const named = (line: string): string[] => line.split(/[\s/]+/).filter((word) => /^[^-.]/.test(word));
  const ran = named(command);
  const words = named(code).map((word) => (word === "mvnw" ? "mvn" : word));
  return (words.length > 1 || isSubject) && ran.every((word) => words.includes(word));
}
