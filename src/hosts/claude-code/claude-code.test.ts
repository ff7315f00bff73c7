import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { claudeCode } from "./claude-code.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/claude-code", import.meta.url));

describeHost({ host: claudeCode, fixtures });
