/**
 * Answers from memory when the same line, or path, was asked about before: each is asked about by many, and agents run the
 * same lines and write the same files again and again. Another context, a workspace say, is most often another session:
 * what was known is let go.
 */
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
/** More than a line may have. */
const MOST_CHARACTERS = 500_000;
