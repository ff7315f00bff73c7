export interface Answered {
  readonly model: string;
  readonly answered: boolean;
  /** That the person would speak up about the made-up turn; null where it does not say. */
  readonly probability: number | null;
  readonly message: string | null;
  readonly durationMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Absent where the price is not known. */
  readonly cost?: number;
}

/** The result of one look. `broken`: something cannot work; `warning`: worth knowing; `note`: neither. */
export interface Diagnosis {
  /** What was looked at: `node`, `store`, … */
  readonly about: string;
  readonly status: "ok" | "note" | "warning" | "broken";
  readonly detail: string;
  /** What to do about it. */
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
