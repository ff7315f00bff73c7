/** What a text is made from. */
interface TextSource {
  readonly text: string;
  /** About the text's length, never less. */
  readonly length: number;
}

/**
 * A text that is made when somebody asks for it, and kept from then on. Most outputs of tools are never looked at, and
 * making them is most of the work of reading a transcript.
 */
export class LateText {
  /** About how long it is, for those who only want to weigh it. */
  readonly length: number;
  #source: TextSource | undefined;
  readonly #shorten: (text: string) => string;
  #text = "";

  /** `shorten` leaves out what does not belong to the text. */
  constructor(source: TextSource, shorten: (text: string) => string) {
    this.length = source.length;
    this.#source = source;
    this.#shorten = shorten;
  }

  get text(): string {
    if (this.#source) {
      this.#text = this.#shorten(this.#source.text);
      this.#source = undefined;
    }
    return this.#text;
  }
}

export function madeText(text: string | LateText): string {
  return typeof text === "string" ? text : text.text;
}

/** What an object with an output holds, made or not. */
export function outputOf(holder: { readonly output: string }): string | LateText {
  return LateHolder.textOf(holder) ?? holder.output;
}

/** Gives an object its output. To everybody else it is a property like any other: the object's own, and copied with it. */
export function withOutput<Holder extends object>(
  object: Holder,
  output: string | LateText,
): Holder & { output: string } {
  if (typeof output === "string") return Object.assign(object, { output });
  return new LateHolder(object, output) as object as Holder & { output: string };
}

/** Lets a class add its private field to an object that is there already. */
const Existing = function existing(object: object): object {
  return object;
} as unknown as new (object: object) => object;

/** One getter for all: objects with a getter each would share no shape, and cost five times as much to make. */
class LateHolder extends Existing {
  static readonly #output: PropertyDescriptor & ThisType<LateHolder> = {
    get() {
      return this.#late.text;
    },
    enumerable: true,
    configurable: true,
  };
  readonly #late: LateText;

  constructor(object: object, late: LateText) {
    super(object);
    this.#late = late;
    Object.defineProperty(this, "output", LateHolder.#output);
  }

  static textOf(object: object): LateText | undefined {
    return #late in object ? object.#late : undefined;
  }
}
