import { describe, expect, test } from "vitest";
import { openTranscript } from "../src/hosts/open-transcript.ts";
import { readTranscript, type TranscriptReading } from "../src/hosts/transcript.ts";
import type { Delta } from "../src/thread/delta.ts";
import { parseDelta } from "../src/thread/delta-schema.ts";
import { isFromPerson, textOf } from "../src/thread/message.ts";
import { fold } from "../src/thread/reducer.ts";
import { type Happened, NO_SESSIONS, realSessions, secondReading } from "./support/real-sessions.ts";

const reason = NO_SESSIONS === undefined ? "" : ` (${NO_SESSIONS})`;

describe.skipIf(NO_SESSIONS !== undefined)(`real sessions of all hosts${reason}`, () => {
  test("are there for every host that was run", () => {
    expect(new Set(realSessions().map(({ host }) => host)).size).toBe(7);
  });

  describe.each(realSessions())("$name", (session) => {
    const { deltas, reading, host } = readAll(session.path);
    const happened = secondReading(session);
    const thread = fold(deltas);

    test("is recognised, and every line is read or known to say nothing", () => {
      expect(host).toBe(session.host);
      expect(reading).toMatchObject({ skipped: 0, malformedCount: 0, unfinished: false });
      for (const delta of deltas) parseDelta(delta);
    });

    test("loses no turn: the person's words are all there, in order, and nobody else's", () => {
      const read = thread.messages.filter(isFromPerson).map(textOf);
      expect(read).toEqual(happened.flatMap((each) => (each.type === "person" ? [each.text] : [])));
      expect(thread.turns).toHaveLength(turnsIn(happened));
    });

    test("loses no call and no result, and each result has its call before it", () => {
      const calls = deltas.flatMap(callsOf);
      const results = deltas.flatMap((delta) => (delta.type === "tool:data" && !delta.later ? [delta.toolUseId] : []));
      expect(calls).toHaveLength(happened.filter((each) => each.type === "call").length);
      expect(results).toHaveLength(happened.filter((each) => each.type === "result").length);
      expect(withoutSearches(calls)).toEqual(idsOf(happened, "call"));
      expect(withoutSearches(results).toSorted()).toEqual(idsOf(happened, "result").toSorted());
      expect(thread.stepCount).toBe(calls.length);
      expect(thread.dropped).toBe(0);
    });
  });
});

function readAll(path: string): { deltas: Delta[]; reading: TranscriptReading; host: string } {
  const deltas: Delta[] = [];
  const { host } = openTranscript(path);
  const reading = readTranscript(path, host, { onDeltas: (more) => deltas.push(...more) });
  return { deltas, reading, host: host.name };
}

function callsOf(delta: Delta): string[] {
  if (delta.type !== "inference:completed") return [];
  return delta.message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
}

function turnsIn(happened: readonly Happened[]): number {
  const voices = happened
    .map(({ type }) => (type === "person" ? "P" : type === "agent" || type === "stopped" ? "A" : ""))
    .join("");
  return voices.match(/P+A*|^A+/g)?.length ?? 0;
}

function idsOf(happened: readonly Happened[], type: "call" | "result"): string[] {
  return happened.flatMap((each) => (each.type === type && each.id !== "web" ? [each.id] : []));
}

/** Codex's web searches have no id that both readings could know. */
function withoutSearches(ids: readonly string[]): string[] {
  return ids.filter((id) => !/^(?:ws_|call-\d)/.test(id));
}
