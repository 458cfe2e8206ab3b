import { z } from "zod";
import { eventTypes } from "../kernel/event";

const PerMinute = z.int().describe("Requests per minute");
const KeyId = z.string().describe("ID of the API key");
const LIMIT_REQUEST = { subject: "lrq_01jd5n8k3v0000000000000000" };
const KEY_ID = "key_01jd5n8k3v0000000000000000";

const SHARED = { scope: null, subjects: ["limit_request"] } as const;

export const LIMIT_REQUEST_EVENTS = eventTypes(SHARED, {
  "limit_request.opened": {
    summary: "A higher limit was requested for an API key",
    data: z.object({ keyId: KeyId, currentPerMinute: PerMinute, wantedPerMinute: PerMinute }),
    example: {
      ...LIMIT_REQUEST,
      data: { key_id: KEY_ID, current_per_minute: 300, wanted_per_minute: 1_200 },
    },
  },
  "limit_request.approved": {
    summary: "A request for a higher limit was approved",
    data: z.object({ keyId: KeyId, grantedPerMinute: PerMinute }),
    example: { ...LIMIT_REQUEST, data: { key_id: KEY_ID, granted_per_minute: 1_200 } },
  },
  "limit_request.declined": {
    summary: "A request for a higher limit was declined",
    data: z.object({ keyId: KeyId, answer: z.string().describe("Reason") }),
    example: {
      ...LIMIT_REQUEST,
      data: { key_id: KEY_ID, answer: "Please batch your calls." },
    },
  },
});
