import type { Delta } from "../../thread/delta.ts";
import type { Host } from "../host.ts";
import { guidanceDiscovered, threadNameFrom } from "../reading/deltas.ts";
import { guidanceFile } from "../reading/guidance.ts";
import { takeBack } from "../reading/ledger.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { type Conversation, messageHost, type Place } from "./message-host.ts";
import { isClassicEvent, readClassicEvent } from "./openhands-classic.ts";
import { isSdkEvent, readSdkEvent, workingDirectoryIn } from "./openhands-sdk.ts";

export const openhands: Host = messageHost({
  name: "openhands",
  title: "OpenHands trajectory",
  detect: (records) => isSurely(records) || records.some((record) => isSurely(runIn(record))),
  detectDocument: (document) => isSurely(Array.isArray(document) ? listed(document) : runIn(asRecord(document))),
  readDocument(document) {
    if (!Array.isArray(document)) return runIn(asRecord(document)) && [document];
    const run = listed(document);
    if (!run) return undefined;
    const cwd = run.map(workingDirectoryIn).find((directory) => directory !== undefined);
    return [{ thread: { id: threadNameFrom("openhands", run[0]), cwd } }, ...run];
  },
  read,
});

const LISTS = ["history", "trajectory", "events", "items"];

/** The events of a whole run in one record, as in each line of an evaluation's output. */
function runIn(record: Loose | undefined): readonly Loose[] | undefined {
  if (!record) return undefined;
  return LISTS.map((name) => listed(asList(record[name]))).find((run) => run !== undefined);
}

/** The events in a list. Older evaluations kept pairs of an action and its result. */
function listed(list: readonly unknown[]): readonly Loose[] | undefined {
  const events = list.flatMap((item) => (Array.isArray(item) ? item : [item])).flatMap(asRecords);
  return events.some(isEvent) ? events : undefined;
}

function asRecords(item: unknown): readonly Loose[] {
  const record = asRecord(item);
  return record ? [record] : [];
}

function isEvent(record: Loose | undefined): boolean {
  return isSdkEvent(record) || isClassicEvent(record);
}

/** Many logs say who did what: an action with id and time or, without those, an observation makes it OpenHands'. */
function isSurely(records: readonly (Loose | undefined)[] = []): boolean {
  const events = records.filter(isEvent);
  const done = events.filter((event) => event?.["source"] === "agent" && event["observation"] === undefined);
  if (events.length < 2 || done.length === 0) return false;
  return done.some(isStamped) || events.some((event) => typeof event?.["observation"] === "string");
}

function isStamped(event: Loose | undefined): boolean {
  const id = event?.["id"];
  return (typeof id === "number" || asText(id) !== undefined) && asText(event?.["timestamp"]) !== undefined;
}

function read(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const run = runIn(record);
  if (!run) return readEvent(record, place, conversation);
  const left = leaveOthers(place, conversation);
  const told = run.flatMap((event, at) => readEvent(event, inside(place, event, at), conversation) ?? []);
  conversation.guidance = [...new Set([...conversation.guidance, ...told.flatMap(guidanceIn)])];
  return [...left, ...told];
}

/** Another run is another conversation: its requests and rules do not count here, so each is told as empty. */
function leaveOthers(place: Place, conversation: Conversation): Delta[] {
  const { ledger, calls, guidance } = conversation;
  const [first] = ledger.entries.keys();
  if (first === undefined || first.startsWith(`${place.id}:`)) return [];
  calls.clear();
  conversation.guidance = [];
  const emptied = guidance.map((path) => guidanceFile(path, ""));
  return [...takeBack(ledger, first, place.at), ...guidanceDiscovered(emptied, place.at)];
}

function guidanceIn(delta: Delta): readonly string[] {
  return delta.type === "guidance:discovered" ? delta.files.map(({ path }) => path) : [];
}

/** Each run numbers its events from zero, so the run's id is put before. */
function inside(place: Place, event: Loose, index: number): Place {
  return { id: `${place.id}:${index}`, at: asText(event["timestamp"]) ?? place.at };
}

function readEvent(event: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  return typeof event["kind"] === "string"
    ? readSdkEvent(event, place, conversation)
    : readClassicEvent(event, place, conversation);
}
