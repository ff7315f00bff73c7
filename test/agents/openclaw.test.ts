import { describeOpenClaw } from "./describe-openclaw.ts";

describeOpenClaw();
