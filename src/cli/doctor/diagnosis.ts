export interface Answered {
  readonly model: string;
  readonly answered: boolean;
  /** That the person would speak up about the made-up turn; null where it does not say. */
  readonly probability: number | null;
  readonly message: string | null;
  readonly durationMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost?: number;
}

/** The result of one look. `broken`: something cannot work; `warning`: worth knowing; `note`: neither. */
export interface Diagnosis {
  /** What was looked at: `node`, `store`, … */
  readonly about: string;
  readonly status: "ok" | "note" | "warning" | "broken";
  readonly detail: string;
  readonly mend?: string;
  readonly asked?: Answered;
}

export function fine(about: string, detail: string): Diagnosis {
  return { about, status: "ok", detail };
}

export function note(about: string, detail: string, mend?: string): Diagnosis {
  return { about, status: "note", detail, ...(mend === undefined ? {} : { mend }) };
}

export function warning(about: string, detail: string, mend: string): Diagnosis {
  return { about, status: "warning", detail, mend };
}

export function broken(about: string, detail: string, mend: string): Diagnosis {
  return { about, status: "broken", detail, mend };
}

const WAIT = "Wait, or name another model in observer.fallback.";

/** What a person can do about an unchecked turn, by the recorded reason. The first match counts. */
const MENDS: readonly (readonly [reason: RegExp, mend: string])[] = [
  [/^the hook was called /, "Run cox install: it writes the right call into your agents' settings."],
  [/^no key and no login/i, "Set a provider's key, log in to an agent's program, or set observer.model."],
  [/^no judge is configured/, "Nobody was to be asked: set observer.model, or use a mode other than verify."],
  [/refused the API key|\bauth\b|HTTP 40[13]/i, "Set a key that is valid, or observer.model to another model."],
  [/log(?:ged)? in|login/i, "Start the program once and log in."],
  // A rate limit message may also mention payment, so it is matched first.
  [/limits the rate/i, WAIT],
  [/quota|billing|credit|payment/i, "Add credit there, or set observer.model or observer.fallback to another model."],
  [/rate.?limit|\b429\b/i, WAIT],
  [/budget .*used up/i, "Raise budgets.* in the configuration, or leave it: proof goes on deciding."],
  [/does not take what it was asked/i, "Set back observer.temperature and observer.reasoning, or name another model."],
  [/does not know the model|base URL/i, "Mend observer.model, or providers.NAME.baseURL."],
  [/not installed|could not be started/i, "Install the program, or set observer.model to another model."],
  [/time limit|did not answer|timed? ?out/i, "Raise observer.timeoutSeconds, or choose a quicker model."],
  [
    /overloaded|HTTP 5\d\d|\b5(?:00|02|03|29)\b/i,
    "It passes by itself; a model in observer.fallback is asked meanwhile.",
  ],
  [/reach|resolve|connect|network|ENOTFOUND|ECONN|certificate|TLS/i, "Check the network, the proxy and the address."],
  [/store|database|disk/i, "See what is said about the store here."],
  [/transcript|does not exist|cannot be read/i, "Check that the file is there and that you may read it."],
  [/too large/i, "Lower observer.budgetCharacters, or choose a model that reads more."],
  [
    /\btool\b|does not fit|no answer that can be read/i,
    "Choose a model that can be made to call a tool (observer.model).",
  ],
];

export function mendFailure(reason: string): string {
  const found = MENDS.find(([pattern]) => pattern.test(reason));
  return found?.[1] ?? "cox why shows the turn; if it stays so, please report it.";
}
