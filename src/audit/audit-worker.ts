import { parentPort, workerData } from "node:worker_threads";
import { createFileReader } from "./file-reader.ts";
import type { TasksMessage } from "./pool.ts";
import type { ProvingSettings } from "./proving.ts";

/** The program of one worker thread: takes files, judges them, hands back what it found. */
const read = createFileReader(workerData as ProvingSettings);

parentPort?.on("message", ({ tasks }: TasksMessage) => {
  parentPort?.postMessage(tasks.map(read));
});
