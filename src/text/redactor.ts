export interface Redactor {
  (text: string): string;
  readonly remembering?: () => Redactor;
  readonly learned?: () => number;
}

/** A secret that one text gives away is removed from all, also from earlier ones: hence `told` goes twice. */
export function redactTogether<Told>(redact: Redactor, told: (redact: Redactor) => Told): Told {
  const together = redact.remembering?.() ?? redact;
  const once = told(together);
  return (together.learned?.() ?? 0) > 0 ? told(together) : once;
}
