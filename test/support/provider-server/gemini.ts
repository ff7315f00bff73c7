import {
  type Answer,
  type Asked,
  type Body,
  dataFrame,
  isRecord,
  NO_USAGE,
  type Protocol,
  type ReplyCall,
  type Said,
  schemasOf,
} from "./reply.ts";

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Gemini's generateContent, on the Gemini API and on Vertex: `POST …/models/NAME:generateContent`. */
export const gemini: Protocol = {
  name: "gemini",
  route: (path) => {
    const match = PATH.exec(path);
    return match ? { model: match[1] ?? "", stream: match[2] === "streamGenerateContent" } : undefined;
  },
  read: (body, route) => ({
    model: route.model ?? "",
    stream: route.stream ?? false,
    said: [
      ...body
        .get("systemInstruction")
        .get("parts")
        .items()
        .map((part): Said => ({ role: "system", text: part.get("text").text() ?? "" })),
      ...body.get("contents").items().flatMap(readContent),
    ],
    tools: body
      .get("tools")
      .items()
      .flatMap((tool) =>
        tool
          .get("functionDeclarations")
          .items()
          .map((each) => each.get("name").text() ?? ""),
      ),
    schemas: schemasOf(
      body
        .get("tools")
        .items()
        .flatMap((tool) => tool.get("functionDeclarations").items()),
      (each) => [each.get("name"), each.has("parameters") ? each.get("parameters") : each.get("parametersJsonSchema")],
    ),
    forced: forcedOf(body.get("toolConfig").get("functionCallingConfig")),
    temperature: body.get("generationConfig").get("temperature").number(),
    maxOutputTokens: body.get("generationConfig").get("maxOutputTokens").number(),
  }),
  whole: (answer, asked) => chunkOf(asked, partsOf(answer, [answer.text?.join("") ?? ""]), answer),
  frames: (answer, asked) => {
    const parts = partsOf(answer, answer.text ?? []);
    const last = parts.length - 1;
    if (last < 0) return [dataFrame(chunkOf(asked, [], answer))];
    return parts.map((part, index) => dataFrame(chunkOf(asked, [part], index === last ? answer : undefined)));
  },
  error: ({ status, message, code }) => ({ error: { code: status, message, status: code ?? statusName(status) } }),
};

function readContent(content: Body): Said[] {
  const role = content.get("role").text() === "model" ? "assistant" : "user";
  return content
    .get("parts")
    .items()
    .map((part): Said => {
      if (part.has("functionCall")) {
        const call = part.get("functionCall");
        return {
          role,
          call: { id: call.get("id").text() ?? "", name: call.get("name").text() ?? "", input: call.get("args").value },
        };
      }
      if (part.has("functionResponse")) {
        const response = part.get("functionResponse");
        const content = response.get("response").get("content");
        return {
          role: "tool",
          result: {
            id: response.get("id").text() ?? "",
            text: content.text() ?? JSON.stringify(response.get("response").value),
          },
        };
      }
      if (part.has("inlineData")) return { role, image: part.get("inlineData").get("data").text() ?? "" };
      if (part.get("thought").value === true) return { role, thinking: part.get("text").text() ?? "" };
      return { role, text: part.get("text").text() ?? "" };
    });
}

function forcedOf(config: Body): string | undefined {
  const names = config.get("allowedFunctionNames").items();
  return config.get("mode").text() === "ANY" && names.length === 1 ? names[0]?.text() : undefined;
}

function partsOf(answer: Answer, texts: readonly string[]): object[] {
  return [
    ...(answer.thinking
      ? [{ text: answer.thinking.text, thought: true, thoughtSignature: answer.thinking.signature }]
      : []),
    ...texts.filter((text) => text !== "").map((text) => ({ text })),
    ...(answer.calls ?? []).map(callPart),
  ];
}

function callPart(call: ReplyCall): object {
  return {
    functionCall: { ...(call.id ? { id: call.id } : {}), name: call.name, args: argumentsOf(call) },
    ...(call.signature ? { thoughtSignature: call.signature } : {}),
  };
}

function argumentsOf(call: ReplyCall): unknown {
  return isRecord(call.input) ? call.input : { broken: call.input };
}

function chunkOf(asked: Asked, parts: readonly object[], end: Answer | undefined) {
  return {
    candidates: [
      { index: 0, content: { role: "model", parts }, ...(end ? { finishReason: finishReasonOf(end) } : {}) },
    ],
    ...(end ? { usageMetadata: usageOf(end) } : {}),
    modelVersion: asked.model,
    responseId: "response_1",
  };
}

function finishReasonOf(answer: Answer): string {
  if (answer.stop === "length") return "MAX_TOKENS";
  return answer.stop === "refusal" ? "SAFETY" : "STOP";
}

function usageOf(answer: Answer) {
  const { input, output, cached = 0, reasoning = 0 } = answer.usage ?? NO_USAGE;
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    cachedContentTokenCount: cached,
    totalTokenCount: input + output,
  };
}

function statusName(status: number): string {
  const names: Record<number, string> = { 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED" };
  return names[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "UNAVAILABLE");
}
