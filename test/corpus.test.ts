import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTranscript } from "../src/hosts/open-transcript.ts";
import { readTranscript, type TranscriptReading } from "../src/hosts/transcript.ts";
import type { Delta } from "../src/thread/delta.ts";
import { parseDelta } from "../src/thread/delta-schema.ts";
import { textOf } from "../src/thread/message.ts";
import { fold } from "../src/thread/reducer.ts";
import { closingText, lastTurn, requestText } from "../src/thread/turns.ts";
import { corpusFile, corpusFiles, NO_CORPUS } from "./support/corpus.ts";

/** Length and SHA-256 of what a person reads in the last turn: the texts are other people's and stay out of here. */
const READ_BY_EYE = [
  {
    file: "dev-000.jsonl",
    request: [2557, "e95ef7577ce665819298058c050e7fd95e7af388fdbeafccec7f1fd38826fcef"],
    closing: [177, "87959dd11bee8d00144e84bb67ffd12b6d00aac8bc7bc7548a46000543b1b749"],
  },
  {
    file: "dev-010.jsonl",
    request: [401, "fe96eca640110a42bd9e770219760fe8ef6ab98fe7e9b6599ef17adfdb4e1ffb"],
    closing: [284, "0f2fa4c41aae309b08c154070b8feb5c48ac2f703a854a2556a26d8d10bd32d3"],
  },
  {
    file: "dev-018.jsonl",
    request: [6, "9505cacb7c710ed17125fcc6cb3669e8ddca6c8cd8af6a31f6b3cd64604c3098"],
    closing: [162, "af4f069f8d46d2559c0fe1edb3fde2f84e048f8f3ab503a56de959b7b2132061"],
  },
  {
    file: "dev-021.jsonl",
    request: [56, "641f69225dff2150eee38a3139db45f2b634daf4384aa83dd9066cb9a6ecf6e7"],
    closing: [86, "37557e2d87f4bfd85078ef52dabde26909beb2ab77aebafa32a902fb2449313b"],
  },
  {
    file: "dev-023.jsonl",
    request: [133, "7b36be755288f303498f6aefffbdbf0353f669b481ddd414508184fdc07d8b94"],
    closing: [711, "582e6d1b50689f782c6bd1ce8309318e6bfb920ee6d4527cf214f3ce4d6b77da"],
  },
  {
    file: "dev-026.jsonl",
    request: [956, "9923483651bb2b22e052cb707560712f95e7b0e2dae1f0ab90cf747afb5aed12"],
    closing: [1618, "297c1bddc0120816c95bf87648d0e10e5a5d0f181663de679e8b37c7f961c513"],
  },
  {
    file: "dev-035.jsonl",
    request: [255, "2806a9a828b557c3873f89b565d36bc4cafcadd40da4c652ddf08081feacf03b"],
    closing: [342, "4f6299cb76b60e2bfb2f471fd22aebf8099ca26d260bca5e60a08efb616cbe82"],
  },
  {
    file: "dev-051.jsonl",
    request: [135, "68497102aab4b89afc52d32ae6b2dec98f475d74fc0b40087ae8a1d75381768e"],
    closing: [433, "46b878f2801300ba2048b139733c0cf7c90f2b39bb6c3cdbb05d231ebd777785"],
  },
  {
    file: "dev-057.jsonl",
    request: [12, "dec2342d1b6441e1f46ed5853e0bf7410e3d20c8096ac402bcd23820bbe1628d"],
    closing: [26, "f8aa00d588c5531aca64b3d7de0756e371b1f6732389ba51df9858573930a70b"],
  },
  {
    file: "dev-073.jsonl",
    request: [30, "5d2494ad69c09d158e10c44cf019ad8a0788071d1e5cafa13783c5a9055026b5"],
    closing: [1210, "c01ed8f9afb18c623076402189ae5f13431d255868350257a2301ec75e7103f4"],
  },
] as const;

interface RawLine {
  readonly type: string;
  readonly uuid?: string;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly message?: { readonly content: string | readonly RawBlock[] };
}

interface RawBlock {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
}

describe.skipIf(NO_CORPUS !== undefined)(`the corpus${NO_CORPUS === undefined ? "" : ` (${NO_CORPUS})`}`, () => {
  test("is all there", () => {
    expect(corpusFiles()).toHaveLength(75);
  });

  test.each(READ_BY_EYE)("$file: the last turn is what a person reads there", ({ file, request, closing }) => {
    const thread = fold(readAll(file).deltas);
    const turn = lastTurn(thread)!;
    expect(fingerprint(requestText(thread, turn))).toEqual(request);
    expect(fingerprint(closingText(thread, turn))).toEqual(closing);
  });

  describe.each(corpusFiles())("%s", (file) => {
    const { deltas, reading } = readAll(file);
    const raw = rawLines(file);

    test("is read without a broken or unknown line", () => {
      expect(openTranscript(corpusFile(file)).host.name).toBe("claude-code");
      expect(reading).toMatchObject({ skipped: 0, malformedCount: 0, unfinished: false, lines: raw.length });
      for (const delta of deltas) parseDelta(delta);
    });

    test("loses no turn: the person's words are all there, in order, and no others", () => {
      const read = deltas.flatMap((delta) =>
        delta.type === "user:message" && delta.message.source.type === "user" ? [textOf(delta.message)] : [],
      );
      expect(read).toEqual(raw.filter(isPrompt).map(promptText));
    });

    test("counts no meta line as the person", () => {
      const meta = new Set(raw.filter((line) => line.isMeta || line.isCompactSummary).map((line) => line.uuid));
      const people = deltas.flatMap((delta) =>
        delta.type === "user:message" && ["user", "queue"].includes(delta.message.source.type)
          ? [delta.message.id]
          : [],
      );
      expect(people.filter((id) => meta.has(id))).toEqual([]);
    });

    test("keeps the order, and every result has its call", () => {
      const calls = deltas.flatMap(callsOf);
      const rawCalls = raw.flatMap(blocksOf).flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
      expect(calls).toEqual(rawCalls);
      expect(answersBeforeCalls(deltas)).toEqual([]);
      expect(fold(deltas).stepCount).toBe(rawCalls.length);
    });
  });

  test("reads the same in several goes as in one", () => {
    const folder = mkdtempSync(join(tmpdir(), "cox-corpus-"));
    for (const file of corpusFiles().filter((_, index) => index % 10 === 0)) {
      const bytes = readFileSync(corpusFile(file));
      const path = join(folder, file);
      const deltas: Delta[] = [];
      let from: TranscriptReading | undefined;
      for (let part = 1; part <= 17; part += 1) {
        writeFileSync(path, bytes.subarray(0, Math.floor((bytes.length * part) / 17)));
        const { host } = openTranscript(path);
        from = readTranscript(path, host, { from, onDeltas: (more) => deltas.push(...more) });
      }
      expect(deltas).toEqual(readAll(file).deltas);
    }
    rmSync(folder, { recursive: true });
  });
});

function readAll(file: string): { deltas: Delta[]; reading: TranscriptReading } {
  const deltas: Delta[] = [];
  const { path, host } = openTranscript(corpusFile(file));
  const reading = readTranscript(path, host, { onDeltas: (more) => deltas.push(...more) });
  return { deltas, reading };
}

/** Results that do not follow their call. One file begins with the answer to a call of the session before it. */
function answersBeforeCalls(deltas: readonly Delta[]): string[] {
  const open = new Set<string>();
  const early: string[] = [];
  for (const delta of deltas) {
    if (delta.type === "inference:completed") {
      for (const id of callsOf(delta)) open.add(id);
    } else if (delta.type === "tool:data" && !open.delete(delta.toolUseId)) {
      early.push(delta.toolUseId);
    }
  }
  const known = new Set(deltas.flatMap(callsOf));
  return early.filter((id) => known.has(id));
}

function callsOf(delta: Delta): string[] {
  if (delta.type !== "inference:completed") return [];
  return delta.message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
}

function rawLines(file: string): RawLine[] {
  const lines = readFileSync(corpusFile(file), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as RawLine);
}

/** A second opinion on who speaks, written for these files alone. */
function isPrompt(line: RawLine): boolean {
  if (line.type !== "user" || line.isMeta || line.isCompactSummary) return false;
  const blocks = blocksOf(line);
  const words = blocks.find((block) => block.type === "text")?.text ?? "";
  return (
    !blocks.some((block) => block.type === "tool_result") &&
    !/^(<(command-name|local-command|bash-|task-)|\[Request)/.test(words)
  );
}

function promptText(line: RawLine): string {
  const words = blocksOf(line)
    .flatMap((block) => (block.type === "text" ? [block.text ?? ""] : []))
    .join("\n\n");
  const command =
    /^<command-message>.*<\/command-message>\n<command-name>(.*)<\/command-name>(?:\n<command-args>([^]*)<\/command-args>)?$/.exec(
      words,
    );
  return command ? `${command[1]} ${command[2] ?? ""}`.trim() : words.trim();
}

function blocksOf(line: RawLine): readonly RawBlock[] {
  const content = line.message?.content;
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

function fingerprint(text: string): [number, string] {
  return [text.length, createHash("sha256").update(text).digest("hex")];
}
