import { CoxError } from "../../text/errors.ts";
import { type Command, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { allowWords } from "../options/parse-options.ts";
import { joinFromHere, leaveFromHere, showStatus } from "../team/membership.ts";
import { copyHere } from "../team/copy.ts";
import { forgetHere } from "../team/forget.ts";
import { policyHere } from "../team/policy.ts";
import { jobsHere } from "../team/jobs.ts";
import { makeToken, showTokens, takeTokenBack } from "../team/tokens.ts";

export const command: Command = defineCommand({
  name: "team",
  usage: [
    "team join URL [TOKEN] [--content]",
    "team leave",
    "team status [--json]",
    "team token [--name NAME] [--team TEAM] [--scope SCOPE]… [--database PLACE] [--json]",
    "team tokens [--database PLACE] [--json]",
    "team revoke ID [--database PLACE]",
    "team policy [set KEY=VALUE… | unset KEY…] [--team TEAM] [--database PLACE] [--json]",
    "team jobs [--retry ID | --drop ID] [--team TEAM] [--database PLACE] [--json]",
    "team forget [--older-than 90d] [--team TEAM] [--repository NAME] [--machine ID] [--database PLACE] [--dry-run | --yes]",
    "team copy FROM TO [--json]",
  ],
  options: [
    ["join URL [TOKEN]", "report decided stops of this machine to a service; without the token, it is asked for"],
    ["leave", "report nothing any more, and delete what was not sent yet"],
    ["status", "whether this machine reports, what waits, and how the last attempt went"],
    ["token", "make a token, on the machine with the service's records; it is shown once"],
    ["tokens", "list the tokens, without their text"],
    ["revoke ID", "take a token back"],
    ["policy", "what the team asks of its machines, or change it, on the machine with the service's records"],
    ["jobs", "list the transcripts that could not be judged in three tries; kept for a week"],
    ["--retry ID", "try this one again"],
    ["--drop ID", "give this one up, with what it was about"],
    ["forget", "delete reports out of the service's records and their sums; of everything if nothing is named"],
    ["copy FROM TO", "copy all records into an empty place, also while they are used: each a file or postgres://…"],
    ["--older-than AGE|DATE", "only those of decisions before: 90d, 4w, or 2026-11-01 (UTC)"],
    ["--repository NAME", "only those of this repository"],
    ["--machine ID", "only those of this machine"],
    ["--dry-run", "say how many, and delete nothing"],
    ["--yes", "do not ask"],
    [
      "--content",
      "let words out too, redacted, where the team's policy wants those of decisions or has its observer asked",
    ],
    ["--name NAME", "what to call the token (default: a machine's)", { default: "a machine's" }],
    ["--team TEAM", "whose reports come with it, or are read with it (default: default; read tokens: all)"],
    ["--scope SCOPE", "report, ask, read or admin; may be given more than once (default: report)", { multiple: true }],
    ["--database PLACE", "the service's records, as in cox serve (or COX_TEAM_DATABASE)"],
    ["--json", "as one line of JSON"],
  ],
  examples: [
    "cox team join https://cox.example.com cox_…",
    "cox team token --scope report --name ci",
    "cox team token --scope read --name dashboard",
    "cox team copy postgres://cox@db.internal/coxswain backup.db   # the password in PGPASSWORD or ~/.pgpass",
    "cox team policy set observer.when=suspicious budgets.costPerDay=1.50",
    "cox team jobs --retry default/4a76383e45f6c4a4004da70677aa227c",
    "# exit code: 0 done, 1 the service did not answer or knows no such token, 3 this machine is in no team",
  ],
  async run({ values, positionals: [action = "status", ...words] }, io) {
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined;
    if (!act) throw new CoxError("usage", `there is no "cox team ${action}".`, { hint: "See cox team --help." });
    allowWords(act.words, "team", words);
    return act.run(words, values, io);
  },
});

interface Values {
  readonly content: boolean;
  readonly json: boolean;
  readonly name: string;
  readonly team: string | undefined;
  readonly scope: readonly string[];
  readonly database: string | undefined;
  readonly retry: string | undefined;
  readonly drop: string | undefined;
  readonly "older-than": string | undefined;
  readonly repository: string | undefined;
  readonly machine: string | undefined;
  readonly "dry-run": boolean;
  readonly yes: boolean;
}

interface Action {
  readonly words: number;
  readonly run: (words: readonly string[], values: Values, io: Io) => Promise<number>;
}

const ACTIONS = {
  join: { words: 2, run: ([url, token], values, io) => joinFromHere({ url, token, content: values.content }, io) },
  leave: { words: 0, run: async (_, __, io) => leaveFromHere(io) },
  status: { words: 0, run: async (_, { json }, io) => showStatus(json, io) },
  token: { words: 0, run: (_, values, io) => makeToken(values, io) },
  tokens: { words: 0, run: (_, values, io) => showTokens(values, io) },
  copy: { words: 2, run: ([from, to], { json }, io) => copyHere({ from, to, json }, io) },
  policy: { words: Number.POSITIVE_INFINITY, run: (words, values, io) => policyHere(words, values, io) },
  jobs: { words: 0, run: (_, values, io) => jobsHere(values, io) },
  forget: { words: 0, run: (_, values, io) => forgetHere(values, io) },
  revoke: { words: 1, run: ([id], values, io) => takeTokenBack(id, values, io) },
} satisfies Record<string, Action>;
