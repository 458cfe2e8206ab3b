import { z } from "zod";
import { pageOf } from "../../core/kernel/paging";
import { PerMinute } from "../../core/keys/schema";
import { decideLimitRequest } from "../../core/limit-requests/mutations";
import { getLimitRequest, listLimitRequests } from "../../core/limit-requests/queries";
import { LimitRequestQuery, LimitRequestStatus } from "../../core/limit-requests/schema";
import type { LimitRequest as View } from "../../core/limit-requests/view";
import { Sentence, TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { InPartner } from "./partner-code";

const TAG = {
  name: "Limit requests",
  description: "Partners' requests for a higher rate limit of a key.",
};

const LimitRequest = z.object({
  id: z.string().describe("ID of the request; starts with `lrq_`"),
  ...InPartner,
  keyId: z.string().describe("The key; starts with `key_`"),
  status: LimitRequestStatus.describe("Whether it waits for a decision, and which it was"),
  currentPerMinute: z.int().describe("The key's limit when it was requested, per minute"),
  wantedPerMinute: z.int().describe("The limit that the partner asks for, per minute"),
  reason: z.string().describe("The partner's reason"),
  peakPerMinute: z
    .int()
    .describe("The most requests in one minute of the 7 days before it, refused ones included"),
  peakTenSeconds: z
    .int()
    .nullable()
    .describe("The most in ten seconds, for which bursts are; null if an old release counted them"),
  refusedShare: z.number().describe("Share of these requests that were refused with 429, 0 to 1"),
  grantedPerMinute: z.int().nullable().describe("The limit that was granted; null if none was"),
  answer: z.string().nullable().describe("The message with which it was declined"),
  requestedBy: z.string().describe("Email address of the person who asked"),
  createdAt: Timestamp.describe("When it was requested"),
  decidedAt: Timestamp.nullable().describe("When it was decided; null while it is open"),
});

const LimitRequestList = pageOf(LimitRequest);

const Approval = z.strictObject({
  perMinute: PerMinute.describe("The key's new limit, in requests per minute"),
});
const Decline = z.strictObject({
  answer: Sentence.describe(`The reason, which the partner sees. ${TRIMMED}`),
});

const EXAMPLE = {
  id: "lrq_01jd5n8k3v0000000000000000",
  partner: "acme",
  key_id: "key_01jd5n8k3v0000000000000000",
  status: "open",
  current_per_minute: 300,
  wanted_per_minute: 1_200,
  reason: "Our nightly import",
  peak_per_minute: 300,
  peak_ten_seconds: 50,
  refused_share: 0.25,
  granted_per_minute: null,
  answer: null,
  requested_by: "ada@acme.example",
  created_at: "2026-11-21T09:30:00.000Z",
  decided_at: null,
};
const DECIDED_AT = "2026-11-21T10:30:00.000Z";
const PARAMS = { id: "The request's ID; starts with `lrq_`" };
const FAILURES = {
  not_found: { error: "Limit request not found." },
  conflict: { error: "This request has already been reviewed." },
};

const onWire = ({ partner, key, ...request }: View): z.input<typeof LimitRequest> => ({
  ...request,
  partner: partner.code,
  keyId: key.id,
});

const listRequests = platformEndpoint({
  id: "listLimitRequests",
  tag: TAG,
  route: "GET /limit_requests",
  summary: "List limit requests",
  description:
    "Of all partners: open ones first, then newest first. One that is decided between two pages comes twice.",
  scope: "limit_requests:read",
  query: LimitRequestQuery.extend({
    status: LimitRequestQuery.shape.status.describe("Only requests with this status"),
  }),
  returns: LimitRequestList,
  names: { query: "LimitRequestQuery", returns: "LimitRequestList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: async ({ ctx, query }) => {
    const page = await listLimitRequests(ctx, query);
    return { ...page, data: page.data.map(onWire) };
  },
});

const getRequest = platformEndpoint({
  id: "getLimitRequest",
  tag: TAG,
  route: "GET /limit_requests/{id}",
  params: PARAMS,
  summary: "Retrieve a limit request",
  scope: "limit_requests:read",
  returns: LimitRequest,
  names: { returns: "LimitRequest" },
  failures: { not_found: FAILURES.not_found },
  example: EXAMPLE,
  run: async ({ ctx, params }) => onWire(await getLimitRequest(ctx, params)),
});

const approveRequest = platformEndpoint({
  id: "approveLimitRequest",
  tag: TAG,
  route: "POST /limit_requests/{id}/approve",
  params: PARAMS,
  summary: "Approve a limit request",
  description: "Sets the key's limit, from the next request on. It may differ from what was asked.",
  scope: "limit_requests:write",
  body: Approval,
  returns: LimitRequest,
  names: { body: "LimitRequestApproveSet", returns: "LimitRequest" },
  failures: FAILURES,
  example: {
    ...EXAMPLE,
    status: "approved",
    granted_per_minute: 600,
    decided_at: DECIDED_AT,
  },
  bodyExample: { per_minute: 600 },
  run: async ({ ctx, params: { id }, body }) =>
    onWire(await decideLimitRequest(ctx, { decision: "approve", id, ...body })),
});

const declineRequest = platformEndpoint({
  id: "declineLimitRequest",
  tag: TAG,
  route: "POST /limit_requests/{id}/decline",
  params: PARAMS,
  summary: "Decline a limit request",
  scope: "limit_requests:write",
  body: Decline,
  returns: LimitRequest,
  names: { body: "LimitRequestDeclineSet", returns: "LimitRequest" },
  failures: FAILURES,
  example: {
    ...EXAMPLE,
    status: "declined",
    answer: "Send your import in batches.",
    decided_at: DECIDED_AT,
  },
  bodyExample: { answer: "Send your import in batches." },
  run: async ({ ctx, params: { id }, body }) =>
    onWire(await decideLimitRequest(ctx, { decision: "decline", id, ...body })),
});

export const PLATFORM_LIMIT_REQUEST_ENDPOINTS: readonly Endpoint[] = [
  listRequests,
  getRequest,
  approveRequest,
  declineRequest,
];
