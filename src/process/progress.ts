import { StringDecoder } from "node:string_decoder";

/** Tells a person what a command prints, but not more often and not more at once than they can read. */
export interface Progress {
  push(chunk: Buffer): void;
  /** Tells what is left and stops. */
  end(): void;
}

const INTERVAL_MS = 100;
const MAX_CHARACTERS = 4_000;

export function createProgress(report: (text: string) => void): Progress {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (pending !== "") report(pending);
    pending = "";
  }

  return {
    push(chunk) {
      pending = (pending + decoder.write(chunk)).slice(-MAX_CHARACTERS);
      timer ??= setTimeout(flush, INTERVAL_MS);
    },
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}
