import { describeKey } from "../../core/keys/queries";
import { ApiKey } from "../../core/keys/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "API key", description: "The key that you send." };

const getKey = endpoint({
  id: "getKey",
  tag: TAG,
  route: "GET /key",
  summary: "Retrieve the API key that you send",
  description:
    "Returns what the key may do, how fast, and until when. Works with any valid key. The key itself is not in the response.",
  scope: null,
  returns: ApiKey,
  names: { returns: "ApiKey" },
  example: {
    id: "key_01jd5n8k3v0000000000000000",
    label: "Production",
    scopes: ["accounts:read", "payouts:read"],
    per_minute: 300,
    burst: 50,
    allowed_networks: ["203.0.113.0/24"],
    expires_at: "2027-11-21T09:30:00.000Z",
    revokes_at: null,
    created_at: "2026-11-21T09:30:00.000Z",
  },
  run: ({ ctx, key }) => describeKey(ctx, { keyId: key.id }),
});

export const KEY_ENDPOINTS = [getKey];
