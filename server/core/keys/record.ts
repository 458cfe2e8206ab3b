import type { Partner } from "../partners/schema";
import type { Scope } from "./scopes";

/** Everything needed to authorize a request with a key, and to respond to GET /me. */
export type KeyRecord = {
  id: string;
  scopes: readonly Scope[];
  perMinute: number;
  expiresAt: Date | null;
  retiresAt: Date | null;
  revokedAt: Date | null;
  partner: Partner;
};

/** The ids of a key and its partner, which never change. */
export type KeyIds = { keyId: string; partnerId: string };
