import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Timestamp } from "../values/time";

const ENDPOINT = { subject: "whe_01jd5n8k3v0000000000000000" };

const SHARED = { scope: null, subjects: ["webhook_endpoint"] } as const;

export const WEBHOOK_EVENTS = eventTypes(SHARED, {
  "webhook_endpoint.failing": {
    summary: "A webhook endpoint has failed for 1 or 3 days; after 5 it is disabled",
    data: z.object({
      days: z.int().describe("1 or 3"),
      failingSince: Timestamp.describe("Time of the first failure since the last success"),
    }),
    example: { ...ENDPOINT, data: { days: 1, failing_since: "2026-11-21T10:26:52.113Z" } },
  },
  "webhook_endpoint.disabled": {
    summary: "A webhook endpoint was turned off because deliveries to it failed",
    data: z.object({ reason: z.string().describe("Reason") }),
    example: { ...ENDPOINT, data: { reason: "no success for 5 days" } },
  },
  ping: {
    summary: "A test of a webhook endpoint",
    data: z.object({}),
    example: { ...ENDPOINT, data: {} },
  },
});
