import type { HookEvent } from "../hosts/hook.ts";

/** No system opens a longer path, and looking for what lies above one takes time by the square of its length. */
const LONGEST_PATH = 4096;
/** Ids and names are stored with every decision. */
const LONGEST_NAME = 512;
/** As many characters of the last words as any turn ends with. Claims stand at their end. */
const LONGEST_CLOSING = 1_000_000;

/** The event without what no host really sends: its fields come from outside, and each would be worked through. */
export function boundedEvent(event: HookEvent): HookEvent {
  const { session, cwd, transcript, closing, mode, model, witness } = event;
  return {
    ...event,
    session: shortened(session),
    cwd: asPath(cwd),
    transcript: asPath(transcript),
    closing: closing?.slice(-LONGEST_CLOSING),
    mode: mode && shortened(mode),
    model: model && shortened(model),
    // Only a part of it would be found too early.
    witness: witness !== undefined && witness.length > LONGEST_NAME ? undefined : witness,
  };
}

/** A path that is too long counts as none. */
function asPath(path: string | undefined): string | undefined {
  return path !== undefined && path.length > LONGEST_PATH ? undefined : path;
}

function shortened(name: string): string {
  return name.slice(0, LONGEST_NAME);
}
