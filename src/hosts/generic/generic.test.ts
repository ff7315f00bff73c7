import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { aiSdk } from "./ai-sdk.ts";
import { anthropic, openai } from "./openai.ts";
import { atif } from "./atif.ts";
import { openhands } from "./openhands.ts";
import { sweAgent } from "./swe-agent.ts";

for (const host of [openai, anthropic, aiSdk, atif, sweAgent, openhands]) {
  describeHost({ host, fixtures: fileURLToPath(new URL(`../../../test/fixtures/${host.name}`, import.meta.url)) });
}
