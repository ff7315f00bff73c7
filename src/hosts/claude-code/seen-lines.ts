import { fingerprint } from "../../thread/fingerprint.ts";

/** A branched session may repeat all its lines, and such sessions are long. */
const MOST = 16_384;
/** Who asks less often than this about what was stored finds it quicker as it lies there. */
const WORTH_SORTING = 200;

/**
 * The lines that were taken, by the fingerprints of their ids, in two generations: when the newer one is full, the older
 * one is forgotten. Stored as one text, because a hook has to restore thousands of them to ask about a few.
 */
export class SeenLines {
  #newer = new Set<number>();
  #older = new Set<number>();
  #stored: Float64Array;
  #asked = 0;

  constructor(stored = "") {
    const bytes = Buffer.from(stored, "base64");
    this.#stored = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~7)));
  }

  /** False when this line's id was among the last ten thousands: resumed and branched sessions repeat lines. */
  takeOnce(id: string): boolean {
    const mark = fingerprint(id);
    if (this.#newer.has(mark) || this.#older.has(mark) || this.#wasStored(mark)) return false;
    this.#add(mark);
    return true;
  }

  store(): string {
    const all = [...this.#stored, ...this.#older, ...this.#newer].slice(-2 * MOST);
    return Buffer.from(Float64Array.from(all).buffer).toString("base64");
  }

  #wasStored(mark: number): boolean {
    this.#asked += 1;
    if (this.#asked === WORTH_SORTING) this.#sort();
    return this.#stored.includes(mark);
  }

  #sort(): void {
    const newer = [...this.#newer];
    this.#newer = new Set();
    for (const mark of [...this.#stored, ...newer]) this.#add(mark);
    this.#stored = new Float64Array();
  }

  #add(mark: number): void {
    if (this.#newer.size === MOST) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(mark);
  }
}
