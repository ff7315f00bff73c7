/**
 * Whether `cox verify --baseline` says what is so: small projects for five runners, each of which ends in one known
 * way (`bench/verify/cells.ts`): `npm run bench:verify [-- RUNNER…]`.
 */
import { resolve } from "node:path";
import process from "node:process";
import { EXPECTED, RUNNERS, VARIANTS } from "./verify/cells.ts";
import { isThere, runCell } from "./verify/run-cell.ts";

const program = resolve(import.meta.dirname, "../bin/cox.js");
const wanted = process.argv.slice(2);
const runners = RUNNERS.filter((runner) => wanted.length === 0 || wanted.includes(runner));
let right = 0;
let asked = 0;

console.log(`| | ${runners.join(" | ")} |\n|---|${runners.map(() => "---|").join("")}`);
for (const variant of VARIANTS) {
  const cells = runners.map((runner) => {
    if (!isThere(runner)) return "not run: it is not there";
    const { verdict, baseline, exitCode, left, told } = runCell(program, runner, variant);
    const expected = EXPECTED[variant];
    const shown = `${verdict}${baseline === "–" ? "" : `, ${baseline}`} (${exitCode})`;
    const isRight =
      verdict === expected.verdict && baseline === expected.baseline && exitCode === expected.exitCode && left === "";
    asked += 1;
    right += isRight ? 1 : 0;
    if (!isRight) console.error(`${runner}, ${variant}: ${shown}\n${left}\n${told}\n`);
    return isRight ? shown : `**${shown}**`;
  });
  console.log(`| ${variant} | ${cells.join(" | ")} |`);
}
console.log(`\n${right} of ${asked} as they must be.`);
process.exitCode = right === asked ? 0 : 1;
