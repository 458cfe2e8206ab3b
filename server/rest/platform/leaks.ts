import { z } from "zod";
import { reportLeak } from "../../core/leaks/mutations";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { PARTNERS_KEYS } from "./tags";

const ReportLeak = z.strictObject({
  key: z.string().max(500).describe("The key as it was found. It is neither stored nor logged"),
  source: z
    .string()
    .regex(/^[a-z][a-z_]{0,39}$/, "Must be lower-case letters and underscores.")
    .optional()
    .describe("The kind of place where it was found, such as `commit`"),
  url: z
    .string()
    .max(4_096)
    .optional()
    .describe("Where it was found. It is stored without user, query and fragment"),
});

const ReportedLeak = z.object({
  known: z.boolean().describe("Whether it is a key of this platform"),
  keyId: z.string().nullable().describe("Its ID; starts with `key_`. Null if it is not known"),
});

const reportLeakedKey = platformEndpoint({
  id: "reportLeakedKey",
  tag: PARTNERS_KEYS,
  method: "POST",
  path: "/keys/report-leak",
  summary: "Report a leaked key",
  description:
    "Marks a partner's key that was found in public and notifies the partner and the operators. If that is the platform's policy, the key is also revoked before the response. The same place again changes nothing, so retries are safe.",
  scope: "keys:write",
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

export const PLATFORM_LEAK_ENDPOINTS: readonly Endpoint[] = [reportLeakedKey];
