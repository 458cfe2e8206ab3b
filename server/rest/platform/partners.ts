import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { PageQuery, pageOf } from "../../core/kernel/paging";
import { createPartner, updatePartner } from "../../core/partners/mutations";
import {
  findPartnerId,
  getPartnerFile,
  listPartners,
  PartnerSearch,
} from "../../core/partners/queries";
import { PartnerCreate, type PartnerFile, PartnerUpdate } from "../../core/partners/schema";
import { line, TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { KEY_EXAMPLE, KEY_FIELDS, Key, keyOnWire } from "./keys";
import { ManagedPartner, OF_PARTNER, PARTNER_EXAMPLE, PARTNERS_TAG } from "./managed-partner";
import { reactivatePartner, suspendPartner, terminateOnePartner } from "./partner-status";

const Invitation = z
  .object({
    email: z.string().describe("Who is invited, as an owner"),
    isMailed: z
      .boolean()
      .describe(
        "Whether the one-time link was sent by mail. If not, operators create one in the console, on the partner's Team page, or with `latchkey user reset`. No response has it: whoever has it can sign in",
      ),
    expiresAt: Timestamp.describe("When the link expires"),
  })
  .describe("The invitation of its first owner; null without `owner_email`");

const CreatedPartner = ManagedPartner.extend({
  invitation: Invitation.nullable(),
  key: Key.nullable().describe("Its first key; null without `first_key`"),
  plaintext: z
    .string()
    .nullable()
    .describe(
      "The first key itself, which only this response has. Null in replays after ten minutes, and for other platform keys",
    ),
});

const fileOf = async (ctx: Ctx, code: string): Promise<PartnerFile> =>
  getPartnerFile(ctx, { partnerId: await findPartnerId(ctx, { code }) });

const listAllPartners = platformEndpoint({
  id: "listPartners",
  tag: PARTNERS_TAG,
  route: "GET /partners",
  summary: "List partners",
  description: "Newest first.",
  scope: "partners:read",
  query: z.strictObject({
    ...PageQuery,
    status: PartnerSearch.shape.status.describe("Only items with this status"),
    q: line(80)
      .optional()
      .describe(`Matches any part of the code or name, or the ID. Case-insensitive. ${TRIMMED}`),
  }),
  returns: pageOf(ManagedPartner),
  names: { query: "PartnerQuery", returns: "PartnerList" },
  example: { data: [PARTNER_EXAMPLE], next_cursor: null },
  run: ({ ctx, query: { q: search, ...query } }) => listPartners(ctx, { search, ...query }),
});

// The console asks an operator for a fresh proof before it creates a partner, because the owner's
// link and the key outlive the session. A platform key is such a credential itself, with an
// expiration; but the link would let its holder sign in, so it is in no response.
const createOnePartner = platformEndpoint({
  id: "createPartner",
  tag: PARTNERS_TAG,
  route: "POST /partners",
  summary: "Create a partner",
  description:
    "With `owner_email`, its first owner is invited by mail. With `first_key`, the response has a key in `plaintext`, which is shown only once, and for 10 minutes in replays for an `Idempotency-Key` to the same platform key. All of it is created, or nothing.",
  scope: "partners:write",
  body: z.strictObject({
    code: PartnerCreate.shape.code.describe("Short unique code, which can't be changed"),
    name: PartnerCreate.shape.name.describe(`Display name. ${TRIMMED}`),
    revsharePct: PartnerCreate.shape.revsharePct.describe(
      "Revenue share in percent, until its first term",
    ),
    ownerEmail: PartnerCreate.shape.ownerEmail.describe(
      "Email address of its first owner, who is invited. Leading or trailing whitespace is rejected.",
    ),
    firstKey: z.strictObject(KEY_FIELDS).optional().describe("Creates a key, too"),
  }),
  returns: CreatedPartner,
  shownOnce: "plaintext",
  names: { body: "PartnerCreate", returns: "CreatedPartner" },
  status: 201,
  location: ({ code }) => `/partners/${code}`,
  failures: { conflict: { error: "The code acme is taken.", details: { field: "code" } } },
  example: {
    ...PARTNER_EXAMPLE,
    user_count: 0,
    minimum_payout: 0,
    hold_days: 0,
    invitation: {
      email: "ann@acme.example",
      is_mailed: true,
      expires_at: "2026-11-28T09:30:00.000Z",
    },
    key: KEY_EXAMPLE,
    plaintext: "rsk_0123456789abcdefghijklmnopqrstuvwxyz",
  },
  bodyExample: {
    code: "acme",
    name: "Acme Resale",
    revshare_pct: 20,
    owner_email: "ann@acme.example",
    first_key: {
      label: "Production",
      scopes: ["accounts:read", "payouts:read"],
      allowed_networks: ["203.0.113.0/24"],
    },
  },
  run: async ({ ctx, body }) => {
    const { partner, invite, issued } = await createPartner(ctx, body);
    return {
      ...(await getPartnerFile(ctx, { partnerId: partner.id })),
      invitation: invite,
      key: issued && (await keyOnWire(ctx, issued.key)),
      plaintext: issued?.plaintext ?? null,
    };
  },
});

const getOnePartner = platformEndpoint({
  id: "getPartner",
  tag: PARTNERS_TAG,
  route: "GET /partners/{partner}",
  ...OF_PARTNER,
  summary: "Retrieve a partner",
  scope: "partners:read",
  returns: ManagedPartner,
  names: { returns: "Partner" },
  example: PARTNER_EXAMPLE,
  run: ({ ctx, params }) => fileOf(ctx, params.partner),
});

const UPDATE = PartnerUpdate.shape;
const SomeUpdate = z
  .strictObject({
    name: UPDATE.name.describe(`Display name. ${TRIMMED}`),
    maxActiveKeys: UPDATE.maxActiveKeys.describe("The most active keys that it can have"),
    minimumPayout: UPDATE.minimumPayout.describe(
      "Less than this is not transferred, in minor units of any currency; 0: everything is",
    ),
    holdDays: UPDATE.holdDays.describe("Days that a payout waits until it is transferred"),
    taxNote: UPDATE.taxNote.describe(
      `Text about taxes on its statements; empty: that of the issuer. ${TRIMMED}`,
    ),
    notes: UPDATE.notes.describe(`Notes, which the partner does not see. ${TRIMMED}`),
  })
  .refine((fields) => Object.keys(fields).length > 0, {
    error: "Must contain at least one field.",
  });

// The console asks an operator for a fresh proof, because it changes who is paid what. A system has
// none to give; the partner gets an event, and its audit log has what it was before.
const updateOnePartner = platformEndpoint({
  id: "updatePartner",
  tag: PARTNERS_TAG,
  route: "PATCH /partners/{partner}",
  ...OF_PARTNER,
  summary: "Update a partner",
  description:
    "Omitted fields stay unchanged. Send `If-Match` to avoid overwriting concurrent changes; without it, the last write wins. The revenue share is changed with a term.",
  scope: "partners:write",
  etag: true,
  ifMatch: ManagedPartner,
  body: SomeUpdate,
  returns: ManagedPartner,
  names: { body: "PartnerUpdate", returns: "Partner" },
  example: { ...PARTNER_EXAMPLE, hold_days: 30 },
  bodyExample: { hold_days: 30 },
  run: async ({ ctx, params, body, isCurrent }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    return updatePartner(ctx, { partnerId, ...body, isExpected: isCurrent });
  },
});

export const PLATFORM_PARTNER_ENDPOINTS: readonly Endpoint[] = [
  listAllPartners,
  createOnePartner,
  getOnePartner,
  updateOnePartner,
  suspendPartner,
  reactivatePartner,
  terminateOnePartner,
];
