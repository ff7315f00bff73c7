import process from "node:process";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { assess, falseThread, observerModel } from "./fault-scenes.ts";

/** Assesses once, and is killed in the middle of the given call to the store. */
const [path = "", wanted = "0", when = "before"] = process.argv.slice(2);
const store = await openSqliteStore(path);
let calls = 0;

function counted<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    calls += 1;
    const last = calls === Number(wanted);
    if (last && when === "before") process.kill(process.pid, "SIGKILL");
    const result = await work(...args);
    if (last) process.kill(process.pid, "SIGKILL");
    return result;
  };
}

const decision = await assess(falseThread(), {
  store: {
    usage: counted((filter) => store.usage(filter)),
    readGuard: counted((key) => store.readGuard(key)),
    updateGuard: counted((key, update) => store.updateGuard(key, update)),
  },
  model: observerModel(0.9),
});
process.stdout.write(`${JSON.stringify({ calls, inject: decision.inject })}\n`);
