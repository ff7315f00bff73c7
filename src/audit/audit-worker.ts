import { parentPort, workerData } from "node:worker_threads";
import { auditFile } from "./audit-file.ts";
import { provingOf, type ProvingSettings } from "./proving.ts";
import type { TasksMessage } from "./pool.ts";

/** The program of one worker thread: takes files, judges them, hands back what it found. */
const judging = provingOf(workerData as ProvingSettings);

parentPort?.on("message", ({ tasks }: TasksMessage) => {
  parentPort?.postMessage(tasks.map((task) => auditFile(task, judging)));
});
