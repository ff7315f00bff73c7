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
