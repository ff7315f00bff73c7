import { parentPort, workerData } from "node:worker_threads";
import { createFileReader, type ReadingSettings } from "./file-reader.ts";
import type { TasksMessage } from "./pool.ts";

/** The program of one worker thread: it gets files, judges them, and sends back the results. */
const read = createFileReader(workerData as ReadingSettings);

parentPort?.on("message", ({ tasks }: TasksMessage) => {
  parentPort?.postMessage(tasks.map(read));
});
