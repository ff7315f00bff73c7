import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { pi } from "./pi.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/pi", import.meta.url));

describeHost({ host: pi, fixtures });
