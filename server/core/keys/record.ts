import type { ReadDb } from "../actor";
import type { Partner } from "../partners/schema";
import { partnerRecord } from "../partners/service";
import { DEFAULT_PER_MINUTE } from "./schema";
import { isScope, type Scope } from "./scopes";

/** All that a request with a key needs to be judged and, for GET /me, answered. */
export type KeyRecord = {
  id: string;
  scopes: readonly Scope[];
  perMinute: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  partner: Partner;
};

/** The key with this hash and its partner, revoked and expired ones too; null when unknown. */
export async function findKeyRecord(
  db: ReadDb,
  hash: Uint8Array<ArrayBuffer>,
): Promise<KeyRecord | null> {
  const row = await db.apiKey.findUnique({ where: { hash }, include: { partner: true } });
  if (!row) return null;
  return {
    id: row.id,
    scopes: row.scopes.filter(isScope),
    perMinute: row.perMinute ?? DEFAULT_PER_MINUTE,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    partner: partnerRecord(row.partner),
  };
}
