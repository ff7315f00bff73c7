import type { Thread } from "../../thread/thread.ts";
import { joinLines } from "./join-lines.ts";
import { quoterFor } from "./quoter-for.ts";
import { renderCloseUp } from "./render-step.ts";

const LIMIT = 16_000;

/** An objection with the steps it rests on, shown in more detail, to be added after the record. */
export function renderObjection(
  thread: Thread,
  objection: { readonly message: string; readonly steps: readonly number[] },
  redact: (text: string) => string = (text) => text,
): string {
  const quoter = quoterFor(thread, redact);
  const wanted = new Set(objection.steps);
  const steps = thread.turns.flatMap((turn) => turn.steps.filter((step) => wanted.has(step.number)));
  let room = LIMIT;
  const closeUps = steps.map((step) => renderCloseUp(step, quoter)).filter((text) => (room -= text.length) >= 0);
  const missing = steps.length - closeUps.length;
  const text = joinLines(
    "# STEPS THE OBJECTION RESTS ON",
    ...(steps.length === 0 ? ["(none: it says that something was not done)"] : closeUps),
    missing > 0 ? `(${missing} more are not repeated)` : "",
    "# OBJECTION",
    quoter.block(objection.message, { mark: "> ", limit: 1000, lineLimit: 1000 }),
  );
  return redact(text);
}
