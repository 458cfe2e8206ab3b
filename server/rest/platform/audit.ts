import { z } from "zod";
import { listPlatformAudit, type PlatformAuditEvent } from "../../core/audit/queries";
import { PlatformAuditFilter } from "../../core/audit/schema";
import { PageQuery, pageOf } from "../../core/kernel/paging";
import { findPartnerId } from "../../core/partners/queries";
import { TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { PARTNER_NOT_FOUND, PartnerFilter } from "./partner-code";

const TAG = { name: "Audit log", description: "Who did what, at all partners and the platform." };

const AuditEvent = z.object({
  id: z.string().describe("ID of the entry; starts with `aud_`"),
  at: Timestamp.describe("When it happened"),
  partner: z.string().nullable().describe("Code of the partner; null: the platform itself"),
  actor: z
    .object({
      kind: z
        .enum(["user", "key", "operator", "system"])
        .describe("A partner's person or key, an operator or platform key, or the system"),
      id: z.string().describe("ID of the person or key, or the system's name"),
      name: z.string().describe("Email address or name"),
    })
    .describe("Who did it"),
  action: z.string().describe("What was done, such as `key.revoked`"),
  subject: z.string().describe("ID of what was changed"),
  sentence: z.string().describe("What was done, in words that follow the actor's name"),
  address: z.string().nullable().describe("The actor's IP address; null if there is none"),
});

const { action, actor, after, before } = PlatformAuditFilter.shape;

const listAudit = platformEndpoint({
  id: "listAuditLog",
  tag: TAG,
  route: "GET /audit_log",
  summary: "List the audit log",
  description: "Newest first.",
  scope: "audit:read",
  etag: false,
  query: z.strictObject({
    ...PartnerFilter,
    actor: actor.describe(`Only of this actor: an email address, an ID or a name. ${TRIMMED}`),
    action: action.describe(`Only this action, such as \`key.revoked\`. ${TRIMMED}`),
    after: after.describe("Only entries at or after this time"),
    before: before.describe("Only entries before this time"),
    ...PageQuery,
  }),
  returns: pageOf(AuditEvent),
  names: { query: "AuditQuery", returns: "AuditList" },
  failures: PARTNER_NOT_FOUND,
  example: {
    data: [
      {
        id: "aud_01jd5n8k3v0000000000000000",
        at: "2026-11-21T09:30:00.000Z",
        partner: "acme",
        actor: {
          kind: "user",
          id: "usr_01jd5n8k3v0000000000000000",
          name: "ada@acme.example",
        },
        action: "key.revoked",
        subject: "key_01jd5n8k3v0000000000000000",
        sentence: "revoked the API key “Production”",
        address: "203.0.113.7",
      },
    ],
    next_cursor: null,
  },
  run: async ({ ctx, query: { partner, ...filter } }) => {
    const of = partner !== undefined && {
      partnerId: await findPartnerId(ctx, { code: partner }),
    };
    const page = await listPlatformAudit(ctx, { ...filter, ...of });
    return { ...page, data: page.data.map(onWire) };
  },
});

const onWire = ({ note: _, partner, ...event }: PlatformAuditEvent) => ({
  ...event,
  partner: partner?.code ?? null,
});

export const PLATFORM_AUDIT_ENDPOINTS: readonly Endpoint[] = [listAudit];
