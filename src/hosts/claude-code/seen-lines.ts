import { fingerprint } from "../../text/strings.ts";

/** The most ids that are remembered. A branched session may repeat all its lines, and such sessions are long. */
const MOST = 32_768;
/** With fewer lookups than this, searching the stored list directly is faster than building a set. */
const WORTH_SORTING = 200;

/** Fingerprints of the newest lines' ids, as one text: a hook has to restore thousands to look up a few. */
export class SeenLines {
  /** A ring buffer in order of arrival: when it is full, the oldest is overwritten. The newest stand before `#next`. */
  #marks: Float64Array;
  #next: number;
  #isFull = false;
  /** The same fingerprints as a set, made after many lookups. */
  #known: Set<number> | undefined;
  #asked = 0;

  constructor(stored = "") {
    const bytes = Buffer.from(stored, "base64");
    this.#next = Math.min(bytes.length >> 3, MOST);
    this.#marks = new Float64Array(Math.min(Math.max(this.#next * 2, 256), MOST));
    bytes.copy(new Uint8Array(this.#marks.buffer), 0, bytes.length - this.#next * 8 - (bytes.length & 7));
  }

  /** False when the line's id was seen among the last `MOST`: resumed and branched sessions repeat lines. */
  takeOnce(id: string): boolean {
    const mark = fingerprint(id);
    if (this.#has(mark)) return false;
    this.#add(mark);
    return true;
  }

  store(): string {
    const newest = this.#marks.subarray(0, this.#next);
    const parts = this.#isFull ? [this.#marks.subarray(this.#next), newest] : [newest];
    return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength))).toString(
      "base64",
    );
  }

  #has(mark: number): boolean {
    this.#asked += 1;
    if (this.#asked === WORTH_SORTING) this.#known = new Set(this.#all);
    return this.#known ? this.#known.has(mark) : this.#all.includes(mark);
  }

  get #all(): Float64Array {
    return this.#isFull ? this.#marks : this.#marks.subarray(0, this.#next);
  }

  #add(mark: number): void {
    if (this.#next === MOST) {
      this.#isFull = true;
      this.#next = 0;
    } else if (this.#next === this.#marks.length) {
      const larger = new Float64Array(Math.min(this.#next * 2, MOST));
      larger.set(this.#marks);
      this.#marks = larger;
    }
    if (this.#isFull) this.#known?.delete(this.#marks[this.#next] ?? 0);
    this.#marks[this.#next] = mark;
    this.#next += 1;
    this.#known?.add(mark);
  }
}
