import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { qwenCode } from "./qwen-code.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/qwen-code", import.meta.url));

describeHost({ host: qwenCode, fixtures });
