import { StringDecoder } from "node:string_decoder";

/** Reports a command's output to a person, in an amount that can be read. */
export interface Progress {
  push(chunk: Buffer): void;
  /** Reports the rest and stops. */
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
