import type { Partner } from "../partners/schema";
import type { Scope } from "./scopes";

/** All that a request with a key needs to be judged and, for GET /me, answered. */
export type KeyRecord = {
  id: string;
  scopes: readonly Scope[];
  perMinute: number;
  expiresAt: Date | null;
  retiresAt: Date | null;
  revokedAt: Date | null;
  partner: Partner;
};

/** Whose key it is: what never changes about a key. */
export type KeyIds = { keyId: string; partnerId: string };
