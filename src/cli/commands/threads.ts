import { OWN_HOST } from "../../agent/thread-log.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import type { Store } from "../../store/store.ts";
import type { ThreadSummary } from "../../store/thread-summary.ts";
import { EXIT_DONE, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { findThread, withStoreToRead, settingsToLook } from "../open-store.ts";
import { projectOption, sinceOption, sinceText } from "../options/parse-options.ts";
import { table } from "../show/table.ts";
import { threadText } from "../show/thread-text.ts";

export const command = defineCommand({
  name: "threads",
  usage: ["threads [--since 30d] [--here] [--json]", "threads THREAD [--json]"],
  options: [
    ["THREAD", "show this one: its id, the start of it, or last"],
    ["--since AGE|DATE", "only those changed since: 7d, 4w, 12h, 2026-11-01 (UTC; default: 30d)", { default: "30d" }],
    ["--here", "only those of this directory"],
    ["--json", "as JSON: the list, or one thread's deltas, one per line"],
  ],
  words: 1,
  examples: ["cox threads", "cox threads last", "cox run --resume last"],
  async run({ values, positionals }, io) {
    const { config } = settingsToLook(io);
    return withStoreToRead(config, async (store) => {
      const [name] = positionals;
      if (name !== undefined) await showThread(store, name, values.json, io);
      else await listThreads(store, sinceOption("--since", values.since, new Date()), values, io);
      return EXIT_DONE;
    });
  },
});

type Listing = Record<"here" | "json", boolean>;

async function listThreads(store: Store, since: string, { here, json }: Listing, io: Io): Promise<void> {
  const isAbout = here ? projectOption(".", io).is : undefined;
  const threads = await store.listThreads({ host: OWN_HOST, since, isAbout });
  if (json) {
    io.out(jsonLine(threads));
    return;
  }
  if (threads.length === 0) {
    io.out(await nothingListed(store, since, here));
    return;
  }
  const rows = threads.map((thread) => [
    thread.id.slice(0, 8),
    thread.updatedAt.slice(0, 16).replace("T", " "),
    String(thread.deltas),
    relationsOf(thread),
    neutralise(thread.title ?? ""),
    neutralise(thread.cwd ?? ""),
  ]);
  const heading = ["thread", "changed (UTC)", "deltas", "handed off", "request", "in"];
  const related = threads.some((thread) => thread.relations.length > 0);
  const all = [heading, ...rows];
  if (io.columns < ROOM_FOR_ALL) {
    const few = all.map(([id = "", changed = "", , , request = ""]) => [id, changed, request]);
    io.out(table(few, { whole: [0, 1], columns: io.columns }));
  } else {
    const shown = related ? all : all.map((row) => row.toSpliced(3, 1));
    io.out(table(shown, { right: [2], whole: [0, 1], columns: io.columns }));
  }
}

/** When the filter hides all threads, this says so: they must not look lost. */
async function nothingListed(store: Store, since: string, here: boolean): Promise<string> {
  const [any] = await store.listThreads({ host: OWN_HOST, limit: 1 });
  if (!any) return 'No threads yet. cox run "TASK" starts one.\n';
  const where = here ? " in this directory" : "";
  const others = here ? ", and without --here those of all directories are listed" : "";
  return `No thread was changed${where} since ${sinceText(since)}. --since looks further back${others}.\n`;
}

/** A narrower terminal shows only the id, the time and the title of each thread. */
const ROOM_FOR_ALL = 70;

function relationsOf({ relations }: ThreadSummary): string {
  return relations.map(({ relation, threadId }) => `${relation} ${neutralise(threadId).slice(0, 8)}`).join(", ");
}

async function showThread(store: Store, name: string, json: boolean, io: Io): Promise<void> {
  const { id } = await findThread(store, name);
  const stored = await store.read(id);
  const deltas = stored.map(({ delta }) => delta);
  if (json) for (const { seq, delta } of stored) io.out(jsonLine({ seq, ...delta }));
  else io.out(threadText(deltas, io));
}
