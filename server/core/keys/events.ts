import { z } from "zod";
import { eventTypes } from "../kernel/event";
import { Timestamp } from "../values/time";

const Label = z.string().describe("The key's label");
const PerMinute = z.int().describe("Requests per minute");
const AllowedNetworks = z
  .array(z.string())
  .describe("CIDR ranges that the key can be used from; empty for anywhere");
const KEY = { subject: "key_01jd5n8k3v0000000000000000" };
const EXPIRES_AT = "2026-12-22T00:00:00.000Z";

const SHARED = { scope: null, subjects: ["key"] } as const;

export const KEY_EVENTS = eventTypes(SHARED, {
  "key.created": {
    summary: "An API key was issued; also for the successor of a rotated key",
    data: z.object({
      label: Label,
      scopes: z.array(z.string()).describe("Scopes of the key"),
      expiresAt: Timestamp.nullable().describe("Null for a key that does not expire"),
      perMinute: PerMinute,
      allowedNetworks: AllowedNetworks,
    }),
    example: {
      ...KEY,
      data: {
        label: "Shop",
        scopes: ["prices:read"],
        expires_at: null,
        per_minute: 300,
        allowed_networks: ["203.0.113.0/24"],
      },
    },
  },
  "key.rotated": {
    summary: "An API key got a successor; both are valid",
    data: z.object({ label: Label, successorId: z.string().describe("The new key") }),
    example: { ...KEY, data: { label: "Shop", successor_id: "key_01jd5n8k3w0000000000000000" } },
  },
  "key.revoked": {
    summary: "An API key was revoked, or its scheduled revoke took effect",
    data: z.object({
      label: Label,
      wasScheduled: z.boolean().describe("Whether the revocation was scheduled"),
    }),
    example: { ...KEY, data: { label: "Shop", was_scheduled: false } },
  },
  "key.expiring": {
    summary: "An API key expires in at most 30, 7 or 1 days",
    data: z.object({
      label: Label,
      expiresAt: Timestamp.describe("When it expires"),
      days: z.int().describe("30, 7 or 1"),
    }),
    example: { ...KEY, data: { label: "Shop", expires_at: EXPIRES_AT, days: 7 } },
  },
  "key.expired": {
    summary: "An API key has expired",
    data: z.object({ label: Label, expiresAt: Timestamp.describe("When it expired") }),
    example: { ...KEY, data: { label: "Shop", expires_at: EXPIRES_AT } },
  },
  "key.limit_changed": {
    summary: "The rate limit of an API key was changed",
    data: z.object({ label: Label, before: PerMinute, after: PerMinute }),
    example: { ...KEY, data: { label: "Shop", before: 300, after: 1_200 } },
  },
  "key.networks_changed": {
    summary: "The address ranges that an API key can be used from were changed",
    data: z.object({ label: Label, before: AllowedNetworks, after: AllowedNetworks }),
    example: { ...KEY, data: { label: "Shop", before: [], after: ["203.0.113.0/24"] } },
  },
});
