import { Done } from "./definition.ts";
import { key, type ValuesOf, atLeast, atMost, most, only, trusted, withAll } from "./key.ts";
import { choice, decimal, flag, list, orNull, path, place, table, text, whole } from "./kind.ts";
import { Privacy, Telemetry } from "./leaving.ts";
import { KNOWN_PRICES, Price, PRICES_OF, Provider, closerModel, model, namedModel, observerModel } from "./models.ts";

const words = text(/\S/, "text that is not empty");
const name = text(/^[A-Za-z0-9][\w.:-]*$/, "a name of letters, digits, dots, colons and dashes");
const share = decimal(0, 1);
const seconds = decimal(0.1, 86_400);
const milliseconds = whole(0, 86_400_000);
const characters = whole(500, 10_000_000);

const Gate = {
  minToolCalls: key(whole(0), 5, "Fewest tool calls since the person spoke for a model to be asked about a turn."),
  minEdits: key(whole(0), 1, "Fewest file edits since the person spoke for a model to be asked about a turn."),
  skipModes: key(
    list(words),
    ["free"],
    "Agent modes whose turns are never looked at, as the agent's hook or ACP names them when a turn ends (Claude Code: plan, acceptEdits, …). Transcripts do not name them, so check, audit and watch look at those turns too.",
  ),
  allow: key(
    list(words),
    [],
    "Directories (with everything beneath them) or user names that are watched; an empty list means all.",
    { scope: "trusted", isPath: true },
  ),
};

const Evidence = {
  threshold: key(share, 0.8, "A finding at least this sure corrects by itself; a weaker one is a lead.", atLeast),
};

const CloserLook = {
  enabled: key(
    flag,
    true,
    "Lets a model look closer at an unsure correction, with what was cut, and try to refute it.",
    { scope: "trusted", narrows: (value) => value === true },
  ),
  from: key(share, 0.45, "A correction less probable than this is dropped without a closer look.", atLeast),
  confidence: key(share, 0.55, "A correction at least this probable after the closer look is spoken.", atLeast),
  model: key(closerModel, "same", "Who takes the closer look: same, or another provider/model.", trusted),
};

const Observer = {
  model: key(
    observerModel,
    "auto",
    "The model that is asked: auto takes one of another family than the agent's, or else of the same family, and says so; none asks no model, not even to verify answers; team asks the one of the service that this machine has joined. If it is not set, it is auto for our own agent and none for all other agents.",
    only("none"),
  ),
  fallback: key(list(namedModel), [], "Models to ask, in this order, when the first one fails.", trusted),
  when: key(
    choice("always", "suspicious"),
    "always",
    "Which stops the observer is asked about: always is every one that passes the gate; suspicious only those whose record gives a reason, which costs less and catches less.",
    only("suspicious"),
  ),
  temperature: key(
    decimal(0, 2),
    0.1,
    "How freely the observer words its answer; not sent to models that take no temperature.",
  ),
  maxOutputTokens: most(whole(64, 100_000), 1024, "Longest answer of the observer, in tokens."),
  timeoutSeconds: most(seconds, 20, "Longest time an assessment may take, retries and fallbacks included."),
  confidence: key(share, 0.65, "A correction at least this probable is spoken at once.", atLeast),
  rendering: key(choice("evidence", "compact"), "evidence", "How a thread is shown to the observer."),
  budgetCharacters: most(characters, 32_000, "Longest text that is shown to the observer, in characters."),
  reasoning: most(
    choice("none", "minimal", "low", "medium", "high"),
    "none",
    "How much the observer may think before it answers.",
  ),
  compactCallCharacters: key(whole(20), 200, "How much of a call the compact rendering shows, in characters."),
  compactResultCharacters: key(whole(20), 500, "How much of a result the compact rendering shows, in characters."),
  closerLook: CloserLook,
};

const Parallel = {
  graceMs: most(whole(0, 600_000), 1000, "How long the next request waits for an assessment that still runs."),
  minToolCallsBetween: key(whole(0), 5, "Fewest tool calls between two assessments of one thread."),
  maxCostShare: most(share, 0.2, "Most that assessments may cost, as a share of what the agent itself cost."),
};

const Guard = {
  maxCorrections: most(whole(0, 100), 2, "Most corrections for one request of the person."),
  maxByModel: most(
    whole(0, 100),
    1,
    "Most corrections for one request that may come from a model instead of evidence.",
  ),
  dailyLimit: most(whole(0), 20, "Most corrections in one day, all threads together."),
};

/** The rules of `observer/stand-down.ts`; a test compares the names. */
const standDownRule = choice("subagent", "queued", "aborted", "limit", "not-ended", "running", "told-to-stop");

const StandDown = {
  ignore: key(
    list(standDownRule),
    [],
    'Names of stand-down rules (reasons to keep quiet) to switch off; with "subagent", subagents are watched too.',
    trusted,
  ),
};

const Context = {
  budgetCharacters: key(
    whole(10_000, 10_000_000),
    32_000,
    "Longest text that is shown to the verifier, in characters, its instructions included.",
    trusted,
  ),
  rulesCharacters: key(characters, 8000, "How much of your rules the verifier is shown, in characters.", trusted),
  answerCharacters: key(characters, 12_000, "How much of the answer the verifier is shown, in characters.", trusted),
  turns: key(whole(0, 1000), 5, "How many earlier turns the verifier is shown.", trusted),
};

/** A stranger's project may have more answers verified, and takes nothing from what the person asked for. */
const Verification = {
  enabled: key(
    flag,
    false,
    "Verifies answers of our own agent and of OpenClaw that claim completion and lets them try again; our own not in parallel mode, and it says so.",
    trusted,
  ),
  model: key(
    model,
    "auto",
    "The model that verifies, unless observer.model is none; auto takes the observer's.",
    trusted,
  ),
  verifyAll: key(flag, false, "Verifies every answer, with or without a trigger keyword.", only(true)),
  verifyHeartbeat: key(flag, false, "Verifies heartbeat answers too, to catch an idle OK.", only(true)),
  maxAttempts: key(whole(1, 20), 3, "Most attempts in all, the first one included.", trusted),
  dailyLimit: key(
    whole(0),
    100,
    "Most answers sent back in one day, all threads together; guard.dailyLimit counts corrections only.",
    trusted,
  ),
  triggerKeywords: key(
    list(words),
    ["done", "completed", "finished", "ready", "here you go"],
    "Words that make an answer count as a claim of completion, so that it is verified.",
    withAll,
  ),
  timeoutSeconds: key(seconds, 30, "Longest time one verification may take.", trusted),
  context: Context,
};

const Checks = {
  enabled: key(
    flag,
    false,
    "Runs the project's own build, type check, test and lint commands when a turn of our own agent ends and passes the gate.",
    only(false),
  ),
  watched: key(
    list(path),
    [],
    "Directories in which the project's own checks run, outside any sandbox, when an agent watched by a hook or cox acp stops there; within hook.timeoutSeconds.",
    { scope: "own", isPath: true },
  ),
  timeoutSeconds: most(seconds, 300, "Longest time one check may run, and all checks at the end of a turn together."),
  commands: key(
    table(name, words),
    {},
    "Commands by name, each used instead of those found in the project for its kind (build, typecheck, test, lint); none turns a kind off.",
    trusted,
  ),
};

const limit = (what: string) => `Most ${what}; null sets no limit. When it is used up, evidence decides alone.`;
const spending = { ...atMost, keepsIn: true } as const;
const Budgets = {
  tokensPerThread: key(orNull(whole(0)), 500_000, limit("observer tokens for one thread"), spending),
  tokensPerDay: key(orNull(whole(0)), 2_000_000, limit("observer tokens on one day"), spending),
  costPerThread: key(orNull(decimal(0)), null, limit("US dollars of observer cost for one thread"), spending),
  costPerDay: key(orNull(decimal(0)), null, limit("US dollars of observer cost on one day"), spending),
};

/** The names and numbers of `ToolLimits`, into which they are turned. */
const Limits = {
  fileBytes: most(whole(1), 10_000_000, "Largest file that a tool reads or changes."),
  readLines: most(whole(1), 2000, "Most lines that one read gives."),
  readCharacters: most(whole(1), 60_000, "Most characters that one read gives."),
  lineCharacters: most(whole(1), 2000, "A longer line is cut when it is shown."),
  listEntries: most(whole(1), 500, "Most entries that one listing gives."),
  walkEntries: most(whole(1), 200_000, "Most files and directories that a walk looks at."),
  searchMatches: most(whole(1), 100, "Most matches that one search gives."),
  searchFileBytes: most(whole(1), 2_000_000, "A larger file is not searched."),
  searchMs: most(milliseconds, 10_000, "Longest time a search may take."),
  diffCharacters: most(whole(1), 20_000, "A longer diff is not kept, so its edit cannot be undone after a restart."),
  outputBytes: most(whole(1), 30_000, "Most output of a command that the model gets."),
  commandMs: most(milliseconds, 120_000, "Longest time a shell command may run when the model does not say."),
  commandMaxMs: most(milliseconds, 600_000, "Longest time that the model may ask for, for one shell command."),
  formatMs: most(milliseconds, 30_000, "Longest time a formatter may run."),
  killGraceMs: most(milliseconds, 2000, "How long a stopped command has to end by itself."),
  subagentInferences: most(whole(1, 1000), 20, "Most inferences of one subagent."),
};

const Agent = {
  model: key(model, "auto", "The model our own agent works with; auto takes the first provider with a key.", trusted),
  maxOutputTokens: most(orNull(whole(1)), null, "Longest answer of one inference; null leaves it to the provider."),
  maxInferences: most(whole(1, 100_000), 200, "Most inferences in one turn."),
  maxRetries: most(whole(0, 20), 3, "How often a failed inference is tried again."),
  outside: key(list(path), [], "Directories outside the workspace that the tools may touch.", {
    scope: "trusted",
    isPath: true,
  }),
  formatters: key(
    table(text(/^\.[\w.-]+$/, "a file extension with its dot"), list(words)),
    {},
    "Formatter by file extension: a command that reads standard input and writes standard output; {file} is the path.",
    trusted,
  ),
  limits: Limits,
};

const Handoff = {
  model: key(model, "auto", "The model that writes a handoff; auto takes the agent's.", trusted),
  maxFiles: key(whole(0, 100), 20, "Most files that a handoff names."),
  budgetCharacters: most(
    characters,
    200_000,
    "Longest text of the old thread that is shown to the model; a model that finds it too large is shown less.",
  ),
  timeoutSeconds: most(seconds, 120, "Longest time that writing a handoff may take, retries included."),
};

/** Everything that can be set, with its default, its explanation and who may set it. */
export const Config = {
  mode: key(
    choice("end-turn", "parallel", "verify", "shadow", "off"),
    "end-turn",
    "How agents are watched: at the end of a turn, also while they work (parallel), with answers sent back (verify), without a word to them (shadow), or not at all. verify works for our own agent only, parallel also where hooks allow it; elsewhere both mean end-turn.",
    { scope: "trusted", narrows: (value, own) => value === "off" || (value === "shadow" && own !== "off") },
  ),
  receipt: key(
    choice("off", "problems", "always"),
    "off",
    "One line for you, never for the agent, when a watched agent stops: what ran, what did not and what changed; problems shows it only where something is wrong. Not every host can show it (docs/hosts.md).",
    { scope: "own" },
  ),
  gate: Gate,
  evidence: Evidence,
  observer: Observer,
  parallel: Parallel,
  guard: Guard,
  standDown: StandDown,
  done: Done,
  verification: Verification,
  checks: Checks,
  privacy: Privacy,
  telemetry: Telemetry,
  budgets: Budgets,
  agent: Agent,
  handoff: Handoff,
  providers: key(
    table(text(/^[a-z0-9][a-z0-9-]*$/, "small letters, digits and dashes"), Provider),
    {},
    "OpenAI-compatible servers by name, and other addresses for the built-in providers.",
    trusted,
  ),
  prices: key(
    table(namedModel, Price),
    KNOWN_PRICES,
    `US dollars per million tokens, by provider/model; a model without an entry has tokens but no cost. The defaults are list prices of ${PRICES_OF}.`,
    trusted,
  ),
  store: {
    path: key(orNull(place), null, "The file, or the Postgres, that holds threads, verdicts, guard state and usage.", {
      scope: "trusted",
      isPath: true,
      fallbackText: "coxswain.db in the platform's state directory",
    }),
  },
  watch: {
    notify: key(flag, false, "Also tells of a catch on the desktop (notify-send on Linux, or macOS).", {
      scope: "own",
    }),
  },
  hook: {
    timeoutSeconds: most(
      seconds,
      25,
      "Longest time that the whole hook may take, or that cox acp may take to judge a turn.",
    ),
  },
  trust: {
    projects: key(list(path), [], "Directories whose project file may set every key.", { scope: "own", isPath: true }),
  },
};
export type Config = ValuesOf<typeof Config>;
