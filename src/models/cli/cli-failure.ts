import { failure, type FailureCode, type ModelFailure } from "../failure.ts";

/** Words in the messages of programs; the first match counts. */
const SIGNS: readonly (readonly [RegExp, FailureCode])[] = [
  [/usage limit|limit (?:was )?reached|quota|out of credits|billing|payment|exhausted/i, "quota"],
  [/rate.?limit|too many requests|\b429\b/i, "rate-limit"],
  [/overloaded|\b529\b|\b503\b|capacity/i, "overloaded"],
  [/log ?in|logged (?:in|out)|api key|unauthori[sz]ed|authenticat|auth method|\b401\b|\b403\b|credential/i, "auth"],
  [/model\b.{0,40}(?:not (?:found|exist|supported|available)|unknown|invalid)|unknown model|\b404\b/i, "unknown-model"],
  [/too long|too large|context (?:window|length)|\b413\b/i, "too-large"],
  [/unknown (?:option|argument|flag)|unexpected argument|unrecognized/i, "unsupported"],
  [/connect|network|lookup address|resolve|ECONN|ENOTFOUND|offline|timed? ?out/i, "network"],
];

/** A failure in one sentence, with only the first line of the program's message, since the rest may be anything. */
export function cliFailure(model: string, problem: string): ModelFailure {
  const said = (problem.split("\n").find((line) => line.trim() !== "") ?? "").trim().slice(0, 200);
  const code = SIGNS.find(([sign]) => sign.test(problem.slice(0, 4000)))?.[1] ?? "crash";
  return failure(
    code,
    said === "" ? `${model} ended without an answer.` : `${model} said: ${said.replace(/\.?$/, ".")}`,
  );
}
