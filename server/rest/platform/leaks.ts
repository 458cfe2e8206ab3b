import { z } from "zod";
import { getKey } from "../../core/keys/queries";
import { changeLeakPolicy, dismissLeak, reportLeak } from "../../core/leaks/mutations";
import { getLeakPolicy, listLeaks } from "../../core/leaks/queries";
import { LeakPolicyChange } from "../../core/leaks/schema";
import { storable } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { KEY_EXAMPLE, KEY_NOT_FOUND, KEY_PARAMS, Key, keyOnWire } from "./keys";
import { PARTNERS_KEYS } from "./tags";

const ReportLeak = z.strictObject({
  key: z.string().max(500).describe("The key exactly as given. It is neither stored nor logged"),
  source: z
    .string()
    .regex(/^[a-z][a-z_]{0,39}$/, "Must be lower-case letters and underscores.")
    .optional()
    .describe(
      "The kind of place where it was found, such as `commit`. Leading or trailing whitespace is rejected",
    ),
  url: z
    .string()
    .max(4_096)
    .refine(storable, "Must not contain null characters.")
    .optional()
    .describe(
      "Where it was found, exactly as given. It is stored without user, query and fragment",
    ),
});

const ReportedLeak = z.object({
  known: z.boolean().describe("Whether it is a key of this platform"),
  keyId: z
    .string()
    .nullable()
    .describe("Its ID; starts with `key_`, or `pky_` for a platform key. Null if it is not known"),
});

const reportLeakedKey = platformEndpoint({
  id: "reportLeakedKey",
  tag: PARTNERS_KEYS,
  route: "POST /keys/report-leak",
  summary: "Report a leaked key",
  description:
    "Marks a partner's key that was found in public and notifies the partner and the operators; of a platform key, the operators. If that is the platform's policy, the key is also revoked before the response. The same place again changes nothing, so retries are safe.",
  scope: "keys:write",
  write: false,
  body: ReportLeak,
  returns: ReportedLeak,
  names: { body: "ReportLeak", returns: "ReportedLeak" },
  example: { known: true, key_id: "key_01jd5n8k3v0000000000000000" },
  bodyExample: {
    key: "rsk_0123456789abcdefghijklmnopqrstuvwxyz",
    source: "commit",
    url: "https://github.com/octocat/shop/blob/12345600b9/config.js",
  },
  run: async ({ ctx, body }) => {
    const where = { source: body.source ?? null, url: body.url ?? null };
    const { isKey, keyId } = await reportLeak(ctx, { plaintext: body.key, ...where });
    return { known: isKey, keyId };
  },
});

const LeakList = z.object({
  data: z
    .array(
      z.object({
        id: z.string().describe("ID of the leak"),
        source: z.string().describe("The kind of place, such as `commit`"),
        url: z.string().nullable().describe("Where it was found; null if not known"),
        reportedAt: Timestamp.describe("When it was reported"),
      }),
    )
    .describe("The places, newest first, without dismissed ones; at most 20"),
});

const listKeyLeaks = platformEndpoint({
  id: "listKeyLeaks",
  tag: PARTNERS_KEYS,
  route: "GET /keys/{id}/leaks",
  params: KEY_PARAMS,
  summary: "List where a key was found in public",
  scope: "keys:read",
  returns: LeakList,
  names: { returns: "LeakList" },
  failures: KEY_NOT_FOUND,
  example: {
    data: [
      {
        id: "lek_01jd5n8k3v0000000000000000",
        source: "commit",
        url: "https://github.com/octocat/shop/blob/12345600b9/config.js",
        reported_at: "2026-11-26T09:30:00.000Z",
      },
    ],
  },
  run: async ({ ctx, params }) => ({ data: await listLeaks(ctx, { keyId: params.id }) }),
});

const dismissKeyLeaks = platformEndpoint({
  id: "dismissKeyLeaks",
  tag: PARTNERS_KEYS,
  route: "POST /keys/{id}/dismiss_leaks",
  params: KEY_PARAMS,
  summary: "Dismiss a key's leaks",
  description:
    "Takes the mark off a key that was not leaked, or whose leak does no harm. The same places are not reported again. Repeating it changes nothing.",
  scope: "keys:write",
  etag: true,
  returns: Key,
  names: { returns: "Key" },
  failures: KEY_NOT_FOUND,
  example: KEY_EXAMPLE,
  run: async ({ ctx, params }) => {
    await dismissLeak(ctx, { keyId: params.id });
    return keyOnWire(ctx, await getKey(ctx, { keyId: params.id }));
  },
});

const Policy = z.object({
  policy: LeakPolicyChange.shape.policy.describe(
    "What happens to a leaked key: `notify` notifies the partner and operators, `revoke` also revokes it at once",
  ),
  changedAt: Timestamp.nullable().describe("When that was decided; null: it is the default"),
});
const POLICY_EXAMPLE = { policy: "revoke", changed_at: "2026-11-26T09:30:00.000Z" };

const readLeakPolicy = platformEndpoint({
  id: "getLeakPolicy",
  tag: PARTNERS_KEYS,
  route: "GET /leak_policy",
  summary: "Retrieve what happens to leaked keys",
  scope: "keys:read",
  returns: Policy,
  names: { returns: "LeakPolicy" },
  example: POLICY_EXAMPLE,
  run: ({ ctx }) => getLeakPolicy(ctx),
});

const setLeakPolicy = platformEndpoint({
  id: "setLeakPolicy",
  tag: PARTNERS_KEYS,
  route: "PUT /leak_policy",
  summary: "Decide what happens to leaked keys",
  description: "Applies to keys that are reported from now on. The same again changes nothing.",
  scope: "keys:write",
  etag: true,
  body: z.strictObject({ policy: Policy.shape.policy }),
  returns: Policy,
  names: { body: "LeakPolicySet", returns: "LeakPolicy" },
  example: POLICY_EXAMPLE,
  bodyExample: { policy: "revoke" },
  run: ({ ctx, body }) => changeLeakPolicy(ctx, body),
});

export const PLATFORM_LEAK_ENDPOINTS: readonly Endpoint[] = [
  reportLeakedKey,
  listKeyLeaks,
  dismissKeyLeaks,
  readLeakPolicy,
  setLeakPolicy,
];
