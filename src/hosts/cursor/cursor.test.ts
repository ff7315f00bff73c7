import { fileURLToPath } from "node:url";
import { describeHost } from "../../../test/contracts/host.ts";
import { cursor } from "./cursor.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/cursor", import.meta.url));

describeHost({ host: cursor, fixtures });
