import {
  type Answer,
  argumentsText,
  type Asked,
  type Body,
  dataFrame,
  halves,
  NO_USAGE,
  parseArguments,
  type Protocol,
  type ReplyCall,
  type Said,
  schemasOf,
} from "./reply.ts";

export const openaiChat: Protocol = {
  name: "openai-chat",
  route: (path) => (path.endsWith("/chat/completions") ? {} : undefined),
  read: (body) => ({
    model: body.get("model").text() ?? "",
    stream: body.get("stream").value === true,
    said: body.get("messages").items().flatMap(readMessage),
    tools: body
      .get("tools")
      .items()
      .map((tool) => tool.get("function").get("name").text() ?? ""),
    schemas: schemasOf(body.get("tools").items(), (tool) => [
      tool.get("function").get("name"),
      tool.get("function").get("parameters"),
    ]),
    forced: body.get("tool_choice").get("function").get("name").text(),
    temperature: body.get("temperature").number(),
    maxOutputTokens: body.get("max_tokens").number() ?? body.get("max_completion_tokens").number(),
  }),
  whole: (answer, asked) => ({
    ...head(asked, "chat.completion", answer),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer.text?.join("") ?? null,
          ...(answer.thinking ? { reasoning_content: answer.thinking.text } : {}),
          ...(answer.calls ? { tool_calls: answer.calls.map(callOf) } : {}),
        },
        finish_reason: finishReasonOf(answer),
      },
    ],
    usage: usageOf(answer),
  }),
  frames: (answer, asked) => [
    chunk(asked, answer, { role: "assistant", content: "" }),
    ...(answer.thinking ? [chunk(asked, answer, { reasoning_content: answer.thinking.text })] : []),
    ...(answer.text ?? []).map((content) => chunk(asked, answer, { content })),
    ...(answer.calls ?? []).flatMap((call, index) => callChunks(asked, answer, call, index)),
    dataFrame({
      ...head(asked, "chat.completion.chunk", answer),
      choices: [{ index: 0, delta: {}, finish_reason: finishReasonOf(answer) }],
    }),
    dataFrame({ ...head(asked, "chat.completion.chunk", answer), choices: [], usage: usageOf(answer) }),
    "data: [DONE]\n\n",
  ],
  error: ({ status, message, code }) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: code ?? null,
    },
  }),
};

function readMessage(message: Body): Said[] {
  const role = message.get("role").text();
  if (role === "tool")
    return [
      {
        role: "tool",
        result: { id: message.get("tool_call_id").text() ?? "", text: message.get("content").text() ?? "" },
      },
    ];
  const speaker = role === "assistant" ? "assistant" : role === "user" ? "user" : "system";
  return [
    ...readContent(message.get("content"), speaker),
    ...message
      .get("tool_calls")
      .items()
      .map((call): Said => ({ role: "assistant", call: readCall(call) })),
  ];
}

function readContent(content: Body, role: Said["role"]): Said[] {
  const plain = content.text();
  if (plain !== undefined) return plain === "" ? [] : [{ role, text: plain }];
  return content.items().map((part): Said => {
    const image = part.get("image_url").get("url").text();
    return image === undefined
      ? { role, text: part.get("text").text() ?? "" }
      : { role, image: image.split("base64,")[1] ?? "" };
  });
}

function readCall(call: Body): NonNullable<Said["call"]> {
  return {
    id: call.get("id").text() ?? "",
    name: call.get("function").get("name").text() ?? "",
    input: parseArguments(call.get("function").get("arguments").text()),
  };
}

function head(asked: Asked, object: string, { id = "1" }: Answer) {
  return { id: `chatcmpl-${id}`, object, created: 1_700_000_000, model: asked.model };
}

function chunk(asked: Asked, answer: Answer, delta: object): string {
  return dataFrame({
    ...head(asked, "chat.completion.chunk", answer),
    choices: [{ index: 0, delta, finish_reason: null }],
  });
}

function callChunks(asked: Asked, answer: Answer, call: ReplyCall, index: number): string[] {
  return [
    chunk(asked, answer, { tool_calls: [{ index, ...callOf({ ...call, input: "" }, index) }] }),
    ...halves(argumentsText(call)).map((part) =>
      chunk(asked, answer, { tool_calls: [{ index, function: { arguments: part } }] }),
    ),
  ];
}

function callOf(call: ReplyCall, index: number) {
  return {
    id: call.id ?? `call_${index + 1}`,
    type: "function",
    function: { name: call.name, arguments: argumentsText(call) },
  };
}

function finishReasonOf(answer: Answer): string {
  if (answer.stop === "length") return "length";
  if (answer.stop === "refusal") return "content_filter";
  return answer.calls?.length ? "tool_calls" : "stop";
}

function usageOf(answer: Answer) {
  const { input, output, cached = 0, reasoning = 0 } = answer.usage ?? NO_USAGE;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
