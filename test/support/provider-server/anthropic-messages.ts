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
  type Said,
  schemasOf,
} from "./reply.ts";

export const anthropicMessages: Protocol = {
  name: "anthropic-messages",
  route: (path) => (path.endsWith("/messages") ? {} : undefined),
  read: (body) => ({
    model: body.get("model").text() ?? "",
    stream: body.get("stream").value === true,
    said: [...readSystem(body.get("system")), ...body.get("messages").items().flatMap(readMessage)],
    tools: body
      .get("tools")
      .items()
      .map((tool) => tool.get("name").text() ?? ""),
    schemas: schemasOf(body.get("tools").items(), (tool) => [tool.get("name"), tool.get("input_schema")]),
    forced:
      body.get("tool_choice").get("type").text() === "tool" ? body.get("tool_choice").get("name").text() : undefined,
    temperature: body.get("temperature").number(),
    maxOutputTokens: body.get("max_tokens").number(),
  }),
  whole: (answer, asked) => ({
    ...messageOf(answer, asked),
    content: blocksOf(answer).map(({ whole }) => whole),
    stop_reason: stopReasonOf(answer),
    usage: { ...inputUsage(answer), output_tokens: (answer.usage ?? NO_USAGE).output },
  }),
  frames: (answer, asked) => [
    eventFrame("message_start", {
      message: {
        ...messageOf(answer, asked),
        content: [],
        stop_reason: null,
        usage: { ...inputUsage(answer), output_tokens: 1 },
      },
    }),
    eventFrame("ping", {}),
    ...blocksOf(answer).flatMap(blockFrames),
    eventFrame("message_delta", {
      delta: { stop_reason: stopReasonOf(answer), stop_sequence: null },
      usage: { output_tokens: (answer.usage ?? NO_USAGE).output },
    }),
    eventFrame("message_stop", {}),
  ],
  error: ({ status, message, code }) => ({
    type: "error",
    error: { type: code ?? errorType(status), message },
    request_id: "req_1",
  }),
};

function readSystem(system: Body): Said[] {
  const texts =
    system.text() === undefined ? system.items().map((part) => part.get("text").text() ?? "") : [system.text() ?? ""];
  return texts.map((text) => ({ role: "system", text }));
}

function readMessage(message: Body): Said[] {
  const role = message.get("role").text() === "assistant" ? "assistant" : "user";
  const plain = message.get("content").text();
  if (plain !== undefined) return [{ role, text: plain }];
  return message
    .get("content")
    .items()
    .map((block): Said => {
      switch (block.get("type").text()) {
        case "text":
          return { role, text: block.get("text").text() ?? "" };
        case "thinking":
          return { role, thinking: block.get("thinking").text() ?? "" };
        case "image":
          return { role, image: block.get("source").get("data").text() ?? "" };
        case "tool_use":
          return {
            role,
            call: {
              id: block.get("id").text() ?? "",
              name: block.get("name").text() ?? "",
              input: block.get("input").value,
            },
          };
        case "tool_result":
          return { role: "tool", result: readResult(block) };
        default:
          return { role, text: JSON.stringify(block.value) };
      }
    });
}

function readResult(block: Body): NonNullable<Said["result"]> {
  const content = block.get("content");
  const text =
    content.text() ??
    content
      .items()
      .map((part) => part.get("text").text() ?? "")
      .join("\n");
  return {
    id: block.get("tool_use_id").text() ?? "",
    text,
    ...(block.get("is_error").value === true ? { isError: true } : {}),
  };
}

function messageOf(answer: Answer, asked: Asked) {
  return { id: `msg_${answer.id ?? 1}`, type: "message", role: "assistant", model: asked.model, stop_sequence: null };
}

interface Block {
  readonly whole: object;
  readonly start: object;
  readonly deltas: readonly object[];
}

function blockFrames({ start, deltas }: Block, index: number): string[] {
  return [
    eventFrame("content_block_start", { index, content_block: start }),
    ...deltas.map((delta) => eventFrame("content_block_delta", { index, delta })),
    eventFrame("content_block_stop", { index }),
  ];
}

function blocksOf(answer: Answer): Block[] {
  const { thinking, text } = answer;
  return [
    ...(thinking
      ? [
          {
            whole: { type: "thinking", thinking: thinking.text, signature: thinking.signature },
            start: { type: "thinking", thinking: "", signature: "" },
            deltas: [
              { type: "thinking_delta", thinking: thinking.text },
              { type: "signature_delta", signature: thinking.signature },
            ],
          },
        ]
      : []),
    ...(text
      ? [
          {
            whole: { type: "text", text: text.join("") },
            start: { type: "text", text: "" },
            deltas: text.map((piece) => ({ type: "text_delta", text: piece })),
          },
        ]
      : []),
    ...(answer.calls ?? []).map((call, index) => {
      const block = { type: "tool_use", id: call.id ?? `toolu_${index + 1}`, name: call.name };
      return {
        whole: { ...block, input: parseArguments(argumentsText(call)) },
        start: { ...block, input: {} },
        deltas: halves(argumentsText(call)).map((part) => ({ type: "input_json_delta", partial_json: part })),
      };
    }),
  ];
}

function stopReasonOf(answer: Answer): string {
  if (answer.stop === "length") return "max_tokens";
  if (answer.stop === "refusal") return "refusal";
  return answer.calls?.length ? "tool_use" : "end_turn";
}

function inputUsage(answer: Answer) {
  const { input, cached = 0, cacheWrite = 0 } = answer.usage ?? NO_USAGE;
  return {
    input_tokens: input - cached - cacheWrite,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWrite,
  };
}

function errorType(status: number): string {
  const types: Record<number, string> = {
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
  };
  return types[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}
