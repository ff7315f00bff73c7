import { existsSync } from "node:fs";
import { CONTENT, type Policy, POLICY_RULES, parsePolicy } from "../../config/policy.ts";
import { allKeys, printable, quoted } from "../../config/keys.ts";
import { DEFAULT_TEAM } from "../../team/access.ts";
import { isPostgres } from "../../store/private-file.ts";
import { withRecords } from "../../team/open-team.ts";
import { readPolicy, type SetPolicy, writePolicy } from "../../team/records/policy.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine, jsonOrText } from "../../text/json.ts";
import { EXIT_DONE, type Io } from "../command.ts";
import { showValue } from "../show/settings.ts";
import { table } from "../show/table.ts";
import { recordsPlace } from "./tokens.ts";

interface PolicyWish {
  readonly team: string | undefined;
  readonly database: string | undefined;
  readonly json: boolean;
}

/** Shows what a team asks of its machines, or changes it, on the machine with the service's records. */
export async function policyHere([verb, ...words]: readonly string[], wish: PolicyWish, io: Io): Promise<number> {
  const { team = DEFAULT_TEAM, json } = wish;
  const change = verb === undefined ? undefined : changeOf(verb, words);
  const place = recordsPlace(wish.database, io);
  if (!isPostgres(place) && !existsSync(place))
    throw new CoxError("usage", `there are no records of a service at ${printable(place)}.`, {
      hint: "Say where they are with --database. What holds on this machine, cox team status shows.",
    });
  const now = await withRecords(place, ({ query, transaction }) =>
    change
      ? transaction(async (within) => {
          const policy = changed((await readPolicy(within, team)).policy, change);
          const at = new Date();
          await writePolicy(within, { team, policy, by: "command line", now: at });
          return { policy, since: at.toISOString() };
        })
      : readPolicy(query, team),
  );
  io.out(json ? jsonLine({ team, since: now.since, policy: now.policy }) : inWords(team, now, io.columns));
  return EXIT_DONE;
}

/** Values by key; undefined takes one out. */
type Change = Readonly<Record<string, unknown>>;

function changeOf(verb: string, words: readonly string[]): Change {
  if (verb !== "set" && verb !== "unset")
    throw new CoxError("usage", `there is no "cox team policy ${printable(verb)}".`);
  if (words.length === 0) throw new CoxError("usage", `policy ${verb} needs a key.`, { hint: EXAMPLE });
  return Object.fromEntries(words.map((word) => (verb === "set" ? pairOf(word) : [word, undefined])));
}

const EXAMPLE = "For example: cox team policy set observer.when=suspicious";

function pairOf(word: string): readonly [string, unknown] {
  const equals = word.indexOf("=");
  if (equals < 1) throw new CoxError("usage", `${quoted(word)} must be KEY=VALUE.`, { hint: EXAMPLE });
  const [key, text] = [word.slice(0, equals), word.slice(equals + 1)];
  return [key, allKeys().get(key)?.kind.fromText(text) ?? jsonOrText(text)];
}

function changed(policy: Policy, change: Change): Policy {
  const wanted = Object.entries({ ...policy, ...change }).filter(([, value]) => value !== undefined);
  const gone = Object.keys(change).find((key) => change[key] === undefined && !Object.hasOwn(policy, key));
  if (gone !== undefined) throw new CoxError("usage", `${quoted(gone)} is not in the policy.`);
  const parsed = parsePolicy(Object.fromEntries(wanted));
  if (parsed?.problems.length === 0) return parsed.policy;
  throw new CoxError("usage", parsed?.problems.join("\n") ?? "a policy has at most 4,000 characters.", {
    hint: `A policy may hold ${[CONTENT, ...Object.keys(POLICY_RULES)].join(", ")}.`,
  });
}

function inWords(team: string, { policy, since }: SetPolicy, columns: number): string {
  const head = since === null ? "nothing was ever set" : `since ${since.slice(0, 16).replace("T", " ")} (UTC)`;
  const rows = Object.entries(policy).map(([key, value]) => [key, showValue(value), howOf(key)]);
  return `The policy of the team ${quoted(team)}, ${head}:\n${table(rows, { columns, whole: [0] })}`;
}

/** In whose favour a value is decided where the machine has another. */
function howOf(key: string): string {
  if (key === CONTENT) return "where a machine joined with --content";
  return POLICY_RULES[key] === "yours" ? "a person's own counts first" : "the stricter of both counts";
}
