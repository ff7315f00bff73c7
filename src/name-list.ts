/** Names that can be looked up. */
export interface Names {
  has(name: string): boolean;
}

/**
 * Names in a text, separated by spaces. The set is made on first use: there are dozens of lists, and a process that
 * judges one turn creates all of them but uses few.
 */
export class NameList implements Names {
  readonly #text: string;
  readonly #others: Names | undefined;
  #names: ReadonlySet<string> | undefined;

  constructor(text: string, others?: Names) {
    this.#text = text;
    this.#others = others;
  }

  has(name: string): boolean {
    this.#names ??= new Set(this.#text.split(" "));
    return this.#names.has(name) || (this.#others?.has(name) ?? false);
  }
}
