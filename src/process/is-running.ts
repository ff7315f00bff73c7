import process from "node:process";
import { errorCode } from "../errors.ts";

/** Also somebody else's process: who may not ask it knows that it is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
