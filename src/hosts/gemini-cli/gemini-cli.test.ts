import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { geminiCli } from "./gemini-cli.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/gemini-cli", import.meta.url));

describeHost({ host: geminiCli, fixtures });
