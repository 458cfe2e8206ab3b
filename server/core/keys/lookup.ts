import type { ReadDb } from "../kernel/actor";
import { grantedScopes } from "../kernel/scopes";
import { partnerRecord } from "../partners/view";
import { hashBytes } from "./format";
import { DEFAULT_PER_MINUTE } from "./limits";
import { checksOf, type KeyIds, type KeyRecord } from "./record";

/** The ids of the key with this hex SHA-256 and of its partner; null if there is none. */
export async function findKeyIds(db: ReadDb, hash: string): Promise<KeyIds | null> {
  const row = await db.apiKey.findUnique({
    where: { hash: hashBytes(hash) },
    select: { id: true, partnerId: true },
  });
  return row && { keyId: row.id, partnerId: row.partnerId };
}

/** The current key and partner, also if revoked or expired; null if the key was deleted. */
export async function findKeyRecord(
  db: ReadDb,
  keyId: string,
  now: Date,
): Promise<KeyRecord | null> {
  const row = await db.apiKey.findUnique({ where: { id: keyId }, include: { partner: true } });
  if (!row) return null;
  return {
    ...checksOf(row),
    scopes: grantedScopes(row.scopes),
    perMinute: row.perMinute ?? DEFAULT_PER_MINUTE,
    partner: partnerRecord(row.partner, now),
    isTerminated: row.partner.terminatedAt !== null,
  };
}
