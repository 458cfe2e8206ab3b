import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { snakeCase } from "../kernel/wire";
import { CUSTOMER_DETAILS } from "./schema";

const EXAMPLE_ID = "acc_01jd5n8k3v0000000000000000";

const NO_DATA = { data: z.object({}), example: { subject: EXAMPLE_ID, data: {} } };

const SHARED = { scope: "accounts:read", subjects: ["account"] } as const;

export const CUSTOMER_EVENTS = eventTypes(SHARED, {
  "account.created": {
    summary: "A customer was added",
    data: z.object({
      externalId: z
        .string()
        .nullable()
        .describe("The customer's ID in your system; null if not set"),
    }),
    example: { subject: EXAMPLE_ID, data: { external_id: "crm-1815" } },
  },
  "account.updated": {
    summary: "A customer's details were changed",
    data: z.object({
      changed: z
        .array(z.enum(CUSTOMER_DETAILS.map(snakeCase)))
        .describe("The fields that were changed; their values are in the account"),
    }),
    example: { subject: EXAMPLE_ID, data: { changed: ["email"] } },
  },
  "account.suspended": { summary: "A customer was suspended; it is still billed", ...NO_DATA },
  "account.resumed": { summary: "A suspended customer was resumed", ...NO_DATA },
  "account.closed": {
    summary: "A customer was closed: charges dated after the closing are refused",
    ...NO_DATA,
  },
  "account.reopened": { summary: "A closed customer was reopened", ...NO_DATA },
  "account.transferred_out": {
    summary: "A customer was transferred to another partner: it is no longer among your accounts",
    ...NO_DATA,
  },
  "account.transferred_in": {
    summary: "A customer was transferred to you from another partner",
    data: z.object({
      externalId: z.string().nullable().describe("The customer's external ID; null if not set"),
    }),
    example: { subject: EXAMPLE_ID, data: { external_id: "crm-1815" } },
  },
  "account.anonymized": {
    summary: "A customer was anonymized: delete your copy of its personal data too",
    ...NO_DATA,
  },
});
