import type { ReadDb } from "../actor";
import { partnerRecord } from "../partners/view";
import { hashBytes } from "./format";
import { DEFAULT_PER_MINUTE } from "./limits";
import type { KeyIds, KeyRecord } from "./record";
import { isScope } from "./scopes";

/** Whose key has this hex SHA-256; null when there is none. */
export async function findKeyIds(db: ReadDb, hash: string): Promise<KeyIds | null> {
  const row = await db.apiKey.findUnique({
    where: { hash: hashBytes(hash) },
    select: { id: true, partnerId: true },
  });
  return row && { keyId: row.id, partnerId: row.partnerId };
}

/** The key and its partner as they are now, revoked and expired ones too; null when it is gone. */
export async function findKeyRecord(db: ReadDb, keyId: string): Promise<KeyRecord | null> {
  const row = await db.apiKey.findUnique({ where: { id: keyId }, include: { partner: true } });
  if (!row) return null;
  return {
    id: row.id,
    scopes: row.scopes.filter(isScope),
    perMinute: row.perMinute ?? DEFAULT_PER_MINUTE,
    expiresAt: row.expiresAt,
    retiresAt: row.retiresAt,
    revokedAt: row.revokedAt,
    partner: partnerRecord(row.partner),
  };
}
