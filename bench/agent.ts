/** What watching costs our own agent: `npm run bench:agent`. */
import { printCommonPrefix } from "./agent/common-prefix.ts";
import { printGateCost } from "./agent/gate-cost.ts";

printGateCost();
printCommonPrefix();
