import { describeNewUser } from "./describe-new-user.ts";
import { codex } from "./programs/codex.ts";

describeNewUser({ program: codex });
