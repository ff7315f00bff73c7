/**
 * Answers from memory when the same text was asked about a moment ago: the gate, the judge and several findings read the
 * same closing and the same request. Holds only so many texts.
 */
export function remembering<Context, Answer>(
  most: number,
  answer: (text: string, context: Context) => Answer,
): (text: string, context: Context) => Answer {
  const known: { readonly text: string; readonly context: Context; readonly answer: Answer }[] = [];
  let next = 0;
  return (text, context) => {
    const found = known.find((each) => each.text === text && each.context === context);
    if (found) return found.answer;
    const fresh = { text, context, answer: answer(text, context) };
    known[next] = fresh;
    next = (next + 1) % most;
    return fresh.answer;
  };
}

/** Remembers one answer for each object, because objects do not change and are asked about often. Anew per context. */
export function rememberingEach<Thing extends object, Answer, Context = void>(
  answer: (thing: Thing, context: Context) => Answer,
): (thing: Thing, context: Context) => Answer {
  const known = new WeakMap<Thing, { readonly context: Context; readonly answer: Answer }>();
  return (thing, context) => {
    const before = known.get(thing);
    if (before && before.context === context) return before.answer;
    const fresh = answer(thing, context);
    known.set(thing, { context, answer: fresh });
    return fresh;
  };
}

/** Remembers the answer for each key as long as its scope lives: most callers ask the same of the same facts. */
export function rememberingWithin<Scope extends object, Key, Answer>(
  answer: (scope: Scope, key: Key) => Answer,
): (scope: Scope, key: Key) => Answer {
  const known = new WeakMap<Scope, Map<Key, { readonly answer: Answer }>>();
  return (scope, key) => {
    const within = known.get(scope) ?? new Map<Key, { readonly answer: Answer }>();
    known.set(scope, within);
    const found = within.get(key) ?? { answer: answer(scope, key) };
    within.set(key, found);
    return found.answer;
  };
}
