import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { openclaw } from "./openclaw.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/openclaw", import.meta.url));

describeHost({ host: openclaw, fixtures });
