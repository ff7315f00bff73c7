/** Removes secrets from a text. */
export interface Redactor {
  (text: string): string;
  /** One that removes what one text gave away from all later texts, too. */
  readonly remembering?: () => Redactor;
  /** How many secrets it remembers. */
  readonly learned?: () => number;
}

/**
 * Redacts texts that belong together: a secret that one of them gives away is removed from all of them. `told` goes
 * through all texts, and a second time where there was a secret, since an earlier text may have it, too.
 */
export function redactTogether<Told>(redact: Redactor, told: (redact: Redactor) => Told): Told {
  const together = redact.remembering?.() ?? redact;
  const once = told(together);
  return (together.learned?.() ?? 0) > 0 ? told(together) : once;
}
