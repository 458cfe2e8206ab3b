import type { ReadDb } from "../actor";
import { partnerRecord } from "../partners/view";
import type { Keyring } from "../ports";
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
    revokedAt: row.revokedAt,
    partner: partnerRecord(row.partner),
  };
}

/** Reads every key from the database at every request: right where no epochs are shared. */
export function uncachedKeyring(db: ReadDb): Keyring {
  const read = async (hash: string) => {
    const ids = await findKeyIds(db, hash);
    return ids && findKeyRecord(db, ids.keyId);
  };
  return {
    find: async (hash) => {
      const record = await read(hash);
      return record && { record, epoch: null };
    },
    reread: read,
    clear: () => undefined,
  };
}
