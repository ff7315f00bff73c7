/** What is given as undefined is not given: no limit ends that way. */
export function withDefaults<Settings extends object>(defaults: Settings, given: Partial<Settings> = {}): Settings {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) };
}
