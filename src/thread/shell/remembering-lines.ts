/** Agents run the same lines again and again. Cleared when the context, such as a workspace, changes. */
export function rememberingLines<Answer extends object | string | number | boolean, Context = void>(
  answer: (line: string, context: Context) => Answer,
): (line: string, context: Context) => Answer {
  const known = new Map<string, Answer>();
  let characters = 0;
  let within: Context | undefined;
  const letGo = (): void => {
    known.clear();
    characters = 0;
  };
  return (line, context) => {
    if (context !== within) letGo();
    within = context;
    const before = known.get(line);
    if (before !== undefined) return before;
    const fresh = answer(line, context);
    if (known.size >= MOST_KNOWN || characters + line.length > MOST_CHARACTERS) letGo();
    known.set(line, fresh);
    characters += line.length;
    return fresh;
  };
}

const MOST_KNOWN = 512;
/** The most characters in the cache; more than one line may have. */
const MOST_CHARACTERS = 500_000;
