export interface Said {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text?: string;
  readonly call?: { readonly id: string; readonly name: string; readonly input: unknown };
  readonly result?: { readonly id: string; readonly text: string; readonly isError?: boolean };
  readonly image?: string;
  readonly thinking?: string;
}

/** A request as a script sees it: the same for every protocol. */
export interface Asked {
  readonly protocol: string;
  readonly model: string;
  readonly stream: boolean;
  readonly said: readonly Said[];
  readonly tools: readonly string[];
  /** The JSON schema of each tool's input, by the tool's name; nothing for a tool that takes plain text. */
  readonly schemas: Readonly<Record<string, Body>>;
  /** The one tool that must be called, where the request forces one. */
  readonly forced: string | undefined;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
}

/** What came over the wire, and what became of the connection. */
export interface Received extends Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the connection's answer is over: true when the client went away before its end. */
  readonly left: Promise<boolean>;
}

export interface ReplyCall {
  readonly name: string;
  /** A string is sent as it is, so that broken JSON can be sent. */
  readonly input: unknown;
  readonly id?: string;
  readonly signature?: string;
  /** A tool that takes plain text instead of JSON, where the protocol has such tools. */
  readonly freeform?: boolean;
}

export interface ReplyUsage {
  /** All of it, cached and written parts included. */
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export interface Answer {
  readonly type: "answer";
  /** Told apart by it from other answers of the same conversation; programs that keep a record need that. */
  readonly id?: string;
  readonly thinking?: { readonly text: string; readonly signature: string };
  /** Pieces of one text. */
  readonly text?: readonly string[];
  readonly calls?: readonly ReplyCall[];
  readonly stop?: "length" | "refusal";
  readonly usage?: ReplyUsage;
  /** Waits this long between two pieces of the answer. */
  readonly dripMs?: number;
  /** Cuts the connection after this many pieces; a negative number counts from the end. */
  readonly cutAfter?: number;
  /** How a stream travels, where it does not come event by event. */
  readonly inPieces?: (stream: string) => readonly Uint8Array[];
}

export type Reply =
  | Answer
  | {
      readonly type: "error";
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Exactly these bytes. */
  | { readonly type: "raw"; readonly status?: number; readonly contentType?: string; readonly body: string }
  /** Takes the request and says nothing. */
  | { readonly type: "silence" };

export type Script = (asked: Received, number: number) => Reply | Promise<Reply>;

export const NO_USAGE: ReplyUsage = { input: 0, output: 0 };

export interface Protocol {
  readonly name: string;
  /** Undefined where the path is not of this protocol. */
  route(path: string): { readonly model?: string; readonly stream?: boolean } | undefined;
  read(body: Body, route: { readonly model?: string; readonly stream?: boolean }): Omit<Asked, "protocol">;
  whole(answer: Answer, asked: Asked): unknown;
  /** The frames of the event stream, each with its own line ends. */
  frames(answer: Answer, asked: Asked): string[];
  error(reply: Extract<Reply, { type: "error" }>): unknown;
}

export class Body {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
  get(key: string): Body {
    return new Body(isRecord(this.value) ? this.value[key] : undefined);
  }
  items(): Body[] {
    return Array.isArray(this.value) ? this.value.map((item) => new Body(item)) : [];
  }
  text(): string | undefined {
    return typeof this.value === "string" ? this.value : undefined;
  }
  number(): number | undefined {
    return typeof this.value === "number" ? this.value : undefined;
  }
  has(key: string): boolean {
    return isRecord(this.value) && this.value[key] !== undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function schemasOf(tools: readonly Body[], schemaOf: (tool: Body) => readonly [name: Body, schema: Body]) {
  const named = tools.map(schemaOf).filter(([, schema]) => isRecord(schema.value));
  return Object.fromEntries(named.map(([name, schema]) => [name.text() ?? "", schema]));
}

export function argumentsText(call: ReplyCall): string {
  return typeof call.input === "string" ? call.input : JSON.stringify(call.input);
}

/** Splits arguments in two, as a stream would. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}

export function parseArguments(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return value;
  } catch {
    return text;
  }
}

export function dataFrame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function eventFrame(event: string, value: object): string {
  return `event: ${event}\n${dataFrame({ type: event, ...value })}`;
}
