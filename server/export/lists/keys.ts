import { burstOf } from "../../core/keys/limits";
import { KeySearch, readAllKeys } from "../../core/keys/search";
import { partnerExport } from "../export";

export const apiKeys = partnerExport({
  query: KeySearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, { cursor: _, limit, ...query }) =>
    readAllKeys(ctx, { partnerId, ...query, atOnce: limit }),
  columns: {
    id: ({ id }) => id,
    name: ({ label }) => label,
    key: ({ head, tail }) => `${head}...${tail}`,
    scopes: ({ scopes }) => scopes.join(" "),
    status: ({ state }) => state,
    requests_per_minute: ({ perMinute }) => perMinute,
    burst: ({ perMinute }) => burstOf(perMinute),
    allowed_networks: ({ allowedNetworks }) => allowedNetworks.join(" "),
    replaces_id: ({ replacesId }) => replacesId,
    created_at: ({ createdAt }) => createdAt.toISOString(),
    created_by: ({ createdBy }) => createdBy,
    expires_at: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
    revoked_at: ({ revokedAt }) => revokedAt?.toISOString() ?? null,
    revoked_by: ({ revokedBy }) => revokedBy,
    last_used_at: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
    last_used_address: ({ lastUsedAddress }) => lastUsedAddress,
    leaked_at: ({ leakedAt }) => leakedAt?.toISOString() ?? null,
  },
});
