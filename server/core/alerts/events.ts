import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { ALERT_KINDS } from "./titles";

const Rule = z.object({
  kind: z.enum(ALERT_KINDS).describe("The measurement"),
  target: z
    .string()
    .nullable()
    .describe("ID of the API key or webhook endpoint; null for all API keys"),
  rule: z.string().describe("The rule as a sentence"),
  threshold: z.int().describe("In percent; in hours for `no_traffic`"),
  value: z.int().describe("The measured value, in the same unit"),
});
const ALERT = { subject: "alr_01jd5n8k3v0000000000000000" };
const DATA = {
  kind: "rate_limited_share",
  target: "key_01jd5n8k3v0000000000000000",
  rule: "At least 10% of requests from Shop are rate limited",
  threshold: 10,
};

const SHARED = { scope: null, subjects: ["alert"] } as const;

export const ALERT_EVENTS = eventTypes(SHARED, {
  "alert.triggered": {
    summary: "An alert that you set was triggered",
    data: Rule,
    example: { ...ALERT, data: { ...DATA, value: 14 } },
  },
  "alert.resolved": {
    summary: "An alert that was triggered is resolved, or was deleted",
    data: Rule,
    example: { ...ALERT, data: { ...DATA, value: 3 } },
  },
});
