import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { snakeCase } from "../kernel/wire";
import { CUSTOMER_DETAILS } from "./schema";

const EXAMPLE_ID = "acc_01jd5n8k3v0000000000000000";

const OF_ACCOUNT = { scope: "accounts:read", subjects: ["account"] } as const;

export const CUSTOMER_EVENTS = eventTypes({
  "account.created": {
    scope: "accounts:read",
    subjects: ["account"],
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
    scope: "accounts:read",
    subjects: ["account"],
    summary: "A customer's details were changed",
    data: z.object({
      changed: z
        .array(z.enum(CUSTOMER_DETAILS.map(snakeCase)))
        .describe("The fields that were changed; their values are in the account"),
    }),
    example: { subject: EXAMPLE_ID, data: { changed: ["email"] } },
  },
  "account.suspended": {
    ...OF_ACCOUNT,
    summary: "A customer was suspended; it is still billed",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
  "account.resumed": {
    ...OF_ACCOUNT,
    summary: "A suspended customer was resumed",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
  "account.closed": {
    ...OF_ACCOUNT,
    summary: "A customer was closed: charges dated after the closing are refused",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
  "account.reopened": {
    ...OF_ACCOUNT,
    summary: "A closed customer was reopened",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
  "account.transferred_out": {
    ...OF_ACCOUNT,
    summary: "A customer was transferred to another partner: it is no longer among your accounts",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
  "account.transferred_in": {
    ...OF_ACCOUNT,
    summary: "A customer was transferred to you from another partner",
    data: z.object({
      externalId: z.string().nullable().describe("The customer's external ID; null if not set"),
    }),
    example: { subject: EXAMPLE_ID, data: { external_id: "crm-1815" } },
  },
  "account.anonymized": {
    ...OF_ACCOUNT,
    summary: "A customer was anonymized: delete your copy of its personal data too",
    data: z.object({}),
    example: { subject: EXAMPLE_ID, data: {} },
  },
});
