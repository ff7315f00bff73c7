import { errorCode } from "../errors.ts";

/** True when the process exists, also somebody else's: a permission error shows that it does. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
