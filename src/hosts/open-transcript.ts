import { CoxError } from "../text/errors.ts";
import { fromJson } from "../text/json.ts";
import { startFold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import { isBlank, sessionIn, withFile } from "./reading/file.ts";
import type { Host } from "./host.ts";
import { databaseHost, detectDocument, detectHost, HOSTS } from "./hosts.ts";
import { MAX_LINE_BYTES, readTranscript, type TranscriptReading } from "./transcript.ts";
import { decompressedLines, formOf, documentIn, type Sample, sampleOf } from "./reading/whole-file.ts";

/** How many of the first lines are tried to recognise a host; most need only the first. */
const SAMPLE_LINES = [1, 8, 64];

/** A transcript and its host, as `readTranscript` takes them. */
export interface OpenedTranscript {
  readonly path: string;
  readonly host: Host;
}

/** Finds the host of a transcript by its content; a host that was named is trusted. */
export function openTranscript(path: string, named?: Host): OpenedTranscript {
  const { file: filePath } = sessionIn(path);
  const host = withFile(filePath, (file, size) => {
    switch (formOf(file)) {
      case "database":
        return named ?? databaseHost(filePath);
      case "compressed":
        return named ?? recognise(firstOf(decompressedLines(path, file, size)));
      case "text":
        return recogniseText(path, file, size, named);
    }
  });
  if (host) return { path, host };
  throw notKnown(path, "is not in a format that is known here.");
}

function notKnown(path: string, why: string): CoxError {
  return new CoxError("transcript.format", `${path} ${why}`, {
    hint: `Known are the transcripts of ${HOSTS.map((known) => known.name).join(", ")}; --host names one.`,
  });
}

/** The error for a file that is no text, with a hint how to turn it into a transcript again. */
function notText(path: string, bytes: Buffer): CoxError {
  const form = FORMS.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (!form) return new CoxError("transcript.format", `${path} is a binary file, not a transcript.`);
  return new CoxError("transcript.format", `${path} is ${form.what}, which is not read.`, { hint: form.hint });
}

const AS_UTF8 = "Save it as UTF-8; what > writes in Windows PowerShell is UTF-16.";
const FORMS = [
  { start: Buffer.from([0xff, 0xfe]), what: "UTF-16 text", hint: AS_UTF8 },
  { start: Buffer.from([0xfe, 0xff]), what: "UTF-16 text", hint: AS_UTF8 },
  { start: Buffer.from([0x1f, 0x8b]), what: "compressed by gzip", hint: "Unpack it with gunzip first." },
] as const;

function recogniseText(path: string, file: number, size: number, named: Host | undefined): Host | undefined {
  const sample = sampleOf(file, size, MAX_LINE_BYTES);
  if (sample.bytes.every(isBlank)) throw new CoxError("transcript.format", `${path} is empty.`);
  // After a crash of the machine, a transcript may end with zero bytes.
  if (sample.bytes.includes(0) && !recognise(sample.lines)) throw notText(path, sample.bytes);
  return named ?? recognise(sample.lines) ?? recogniseDocument(path, file, size, sample);
}

function recognise(lines: readonly string[]): Host | undefined {
  for (const count of SAMPLE_LINES) {
    const host = detectHost(
      lines
        .slice(0, count)
        .map(fromJson)
        .filter((value) => value !== undefined),
    );
    if (host) return host;
  }
  return undefined;
}

/** As many of the lines as are tried, of which not all may be long. */
function firstOf(lines: ReturnType<typeof decompressedLines>): string[] {
  const first: string[] = [];
  for (const { line, end } of lines) {
    if (line.length > MAX_LINE_BYTES) continue;
    first.push(line.toString("utf8"));
    if (first.length === SAMPLE_LINES.at(-1) || end > MAX_LINE_BYTES) break;
  }
  return first;
}

function recogniseDocument(path: string, file: number, size: number, { opens }: Sample): Host | undefined {
  const document = opens ? documentIn(path, file, size) : undefined;
  if (document === "unfinished") throw notKnown(path, "is not in a format that is known here, or its end is missing.");
  return document && detectDocument(document.value);
}

/** A transcript as a thread. */
export interface ReadThread {
  readonly host: Host;
  readonly thread: Thread;
  readonly reading: TranscriptReading;
}

/** The transcript of any known agent. Throws a `CoxError` when there is none or it cannot be read. */
export function readThread(path: string, named?: Host): ReadThread {
  const { host } = openTranscript(path, named);
  const growing = startFold();
  const reading = readTranscript(path, host, { onDeltas: (deltas) => growing.add(deltas) });
  return { host, thread: growing.thread, reading };
}
