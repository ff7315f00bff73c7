import { join } from "node:path";

/** Where all of it lies, beside the store; only the owner may read it. */
export interface TeamPlace {
  readonly directory: string;
  readonly membership: string;
  readonly policy: string;
  readonly status: string;
  readonly spool: string;
  /** Until when nobody needs to start a sender, as the time of the file. */
  readonly sender: string;
}

export function teamPlace(state: string): TeamPlace {
  const directory = join(state, "team");
  const at = (name: string) => join(directory, name);
  return {
    directory,
    membership: at("membership.json"),
    policy: at("policy.json"),
    status: at("status.json"),
    spool: at("spool"),
    sender: at("sender"),
  };
}
