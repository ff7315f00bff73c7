import {
  type Answer,
  argumentsText,
  type Asked,
  type Body,
  eventFrame,
  halves,
  NO_USAGE,
  parseArguments,
  type Protocol,
  type ReplyCall,
  type Said,
  schemasOf,
} from "./reply.ts";

export const openaiResponses: Protocol = {
  name: "openai-responses",
  route: (path) => (path.endsWith("/responses") ? {} : undefined),
  read: (body) => ({
    model: body.get("model").text() ?? "",
    stream: body.get("stream").value === true,
    said: body.get("input").items().flatMap(readItem),
    tools: body
      .get("tools")
      .items()
      .map((tool) => tool.get("name").text() ?? ""),
    schemas: schemasOf(body.get("tools").items(), (tool) => [tool.get("name"), tool.get("parameters")]),
    forced:
      body.get("tool_choice").get("type").text() === "function"
        ? body.get("tool_choice").get("name").text()
        : undefined,
    temperature: body.get("temperature").number(),
    maxOutputTokens: body.get("max_output_tokens").number(),
  }),
  whole: (answer, asked) => responseOf(answer, asked),
  frames: (answer, asked) => {
    let sequence = 0;
    const frame: Frame = (event, value) => eventFrame(event, { sequence_number: sequence++, ...value });
    const begun = { ...responseOf(answer, asked), status: "in_progress", output: [], usage: null };
    return [
      frame("response.created", { response: begun }),
      frame("response.in_progress", { response: begun }),
      ...itemsOf(answer).flatMap((item, index) => itemFrames(item, index, frame)),
      frame(answer.stop ? "response.incomplete" : "response.completed", {
        response: responseOf(answer, asked),
      }),
    ];
  },
  error: ({ status, message, code }) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: code ?? null,
    },
  }),
};

function readItem(item: Body): Said[] {
  switch (item.get("type").text()) {
    case "function_call":
      return [
        {
          role: "assistant",
          call: {
            id: item.get("call_id").text() ?? "",
            name: item.get("name").text() ?? "",
            input: parseArguments(item.get("arguments").text()),
          },
        },
      ];
    case "custom_tool_call":
      return [
        {
          role: "assistant",
          call: {
            id: item.get("call_id").text() ?? "",
            name: item.get("name").text() ?? "",
            input: item.get("input").text() ?? "",
          },
        },
      ];
    case "custom_tool_call_output":
    case "function_call_output":
      return [
        { role: "tool", result: { id: item.get("call_id").text() ?? "", text: item.get("output").text() ?? "" } },
      ];
    case "reasoning":
      return [{ role: "assistant", thinking: item.get("encrypted_content").text() ?? "" }];
    default:
      return readMessage(item);
  }
}

function readMessage(item: Body): Said[] {
  const role = item.get("role").text();
  const speaker = role === "assistant" ? "assistant" : role === "user" ? "user" : "system";
  const plain = item.get("content").text();
  if (plain !== undefined) return [{ role: speaker, text: plain }];
  return item
    .get("content")
    .items()
    .map((part): Said => {
      const image = part.get("image_url").text();
      return image === undefined
        ? { role: speaker, text: part.get("text").text() ?? "" }
        : { role: speaker, image: image.split("base64,")[1] ?? "" };
    });
}

interface Item {
  readonly whole: { readonly id: string; readonly [key: string]: unknown };
  readonly begun: object;
  readonly events: readonly (readonly [string, object])[];
}

type Frame = (event: string, value: object) => string;

function itemFrames(item: Item, output_index: number, frame: Frame): string[] {
  return [
    frame("response.output_item.added", { output_index, item: item.begun }),
    ...item.events.map(([event, value]) => frame(event, { output_index, item_id: item.whole.id, ...value })),
    frame("response.output_item.done", { output_index, item: item.whole }),
  ];
}

function itemsOf(answer: Answer): Item[] {
  return [
    ...(answer.thinking ? [reasoningItem(answer.thinking)] : []),
    ...(answer.text ? [messageItem(answer.text, answer.id)] : []),
    ...(answer.calls ?? []).map((call, index) =>
      call.freeform ? freeformItem(call, index, answer.id) : callItem(call, index, answer.id),
    ),
  ];
}

function reasoningItem(thinking: NonNullable<Answer["thinking"]>): Item {
  const item = { id: "rs_1", type: "reasoning", status: "completed", encrypted_content: thinking.signature };
  return {
    whole: { ...item, summary: [{ type: "summary_text", text: thinking.text }] },
    begun: { ...item, encrypted_content: null, summary: [] },
    events: [
      ["response.reasoning_summary_part.added", { summary_index: 0, part: { type: "summary_text", text: "" } }],
      ["response.reasoning_summary_text.delta", { summary_index: 0, delta: thinking.text }],
      ["response.reasoning_summary_text.done", { summary_index: 0, text: thinking.text }],
      [
        "response.reasoning_summary_part.done",
        { summary_index: 0, part: { type: "summary_text", text: thinking.text } },
      ],
    ],
  };
}

function messageItem(pieces: readonly string[], id = "1"): Item {
  const text = pieces.join("");
  const part = { type: "output_text", annotations: [], logprobs: [] };
  const item = { id: `msg_${id}`, type: "message", role: "assistant" };
  return {
    whole: { ...item, status: "completed", content: [{ ...part, text }] },
    begun: { ...item, status: "in_progress", content: [] },
    events: [
      ["response.content_part.added", { content_index: 0, part: { ...part, text: "" } }],
      ...pieces.map((delta) => ["response.output_text.delta", { content_index: 0, delta, logprobs: [] }] as const),
      ["response.output_text.done", { content_index: 0, text, logprobs: [] }],
      ["response.content_part.done", { content_index: 0, part: { ...part, text } }],
    ],
  };
}

/** A call of a tool that takes plain text. */
function freeformItem(call: ReplyCall, index: number, id = ""): Item {
  const input = argumentsText(call);
  const item = { id: `ctc_${id}${index + 1}`, type: "custom_tool_call", call_id: call.id, name: call.name };
  return {
    whole: { ...item, status: "completed", input },
    begun: { ...item, status: "in_progress", input: "" },
    events: [
      ...halves(input).map((delta) => ["response.custom_tool_call_input.delta", { delta }] as const),
      ["response.custom_tool_call_input.done", { input }],
    ],
  };
}

function callItem(call: ReplyCall, index: number, id = ""): Item {
  const text = argumentsText(call);
  const item = {
    id: `fc_${id}${index + 1}`,
    type: "function_call",
    call_id: call.id ?? `call_${index + 1}`,
    name: call.name,
  };
  return {
    whole: { ...item, status: "completed", arguments: text },
    begun: { ...item, status: "in_progress", arguments: "" },
    events: [
      ...halves(text).map((delta) => ["response.function_call_arguments.delta", { delta }] as const),
      ["response.function_call_arguments.done", { arguments: text }],
    ],
  };
}

function responseOf(answer: Answer, asked: Asked) {
  const { input, output, cached = 0, reasoning = 0 } = answer.usage ?? NO_USAGE;
  return {
    id: `resp_${answer.id ?? 1}`,
    object: "response",
    created_at: 1_700_000_000,
    status: answer.stop ? "incomplete" : "completed",
    error: null,
    incomplete_details: incompleteDetails(answer),
    model: asked.model,
    output: itemsOf(answer).map((item) => item.whole),
    parallel_tool_calls: false,
    service_tier: "default",
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  };
}

function incompleteDetails(answer: Answer): { reason: string } | null {
  if (answer.stop === undefined) return null;
  return { reason: answer.stop === "length" ? "max_output_tokens" : "content_filter" };
}
