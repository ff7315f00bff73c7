import { type Diagnosis, broken, fine } from "./diagnosis.ts";

const OLDEST = [22, 18];

/** Checks whether this Node is new enough and has what the store needs. */
export function lookAtNode(version: string, hasSqlite: boolean): Diagnosis[] {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  const wanted = `Node ${OLDEST.join(".")} or newer`;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return [broken("node", `Node ${version} is too old.`, `Install ${wanted}.`)];
  }
  return hasSqlite
    ? [fine("node", `Node ${version}`)]
    : [broken("node", `Node ${version} was built without sqlite.`, `Install an official build of ${wanted}.`)];
}
