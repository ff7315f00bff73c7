import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { cline } from "./cline.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/cline", import.meta.url));

describeHost({ host: cline, fixtures });
