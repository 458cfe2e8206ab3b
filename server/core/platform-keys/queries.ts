import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb } from "../kernel/actor";
import { PLATFORM_GROUP } from "../kernel/change";
import { fail } from "../kernel/errors";
import { hashBytes, hashPlaintext, isWellFormed } from "../keys/format";
import { checksOf, type KeyIds, type PlatformKeyRecord } from "../keys/record";
import { limitsOf, type PlatformKeyView, platformKeyView } from "./view";

/** More than any deployment has; only bounds the query. */
const MAX_LISTED = 1_000;

/** All platform keys, newest first, also those that were revoked; for operators. */
export async function listPlatformKeys(ctx: Ctx): Promise<PlatformKeyView[]> {
  assertOperator(ctx);
  const rows = await ctx.db.platformKey.findMany({ orderBy: { id: "desc" }, take: MAX_LISTED });
  const now = ctx.clock.now();
  return rows.map((row) => platformKeyView(row, now));
}

/** Throws `not_found`. For operators. */
export async function findPlatformKey(ctx: Ctx, { keyId }: { keyId: string }) {
  assertOperator(ctx);
  const row = await ctx.db.platformKey.findUnique({ where: { id: keyId } });
  return row ?? fail("not_found", { message: "Platform key not found." });
}

/** The ID of the platform key with this hex SHA-256; null if there is none. */
export async function findPlatformKeyIds(db: ReadDb, hash: string): Promise<KeyIds | null> {
  const where = { hash: hashBytes(hash) };
  const row = await db.platformKey.findUnique({ where, select: { id: true } });
  return row && { keyId: row.id, partnerId: PLATFORM_GROUP };
}

const PLATFORM = { id: PLATFORM_GROUP, status: "active" } as const;

/** The current platform key, also if revoked or expired; null if there is none. */
export async function findPlatformKeyRecord(
  db: ReadDb,
  keyId: string,
): Promise<PlatformKeyRecord | null> {
  const row = await db.platformKey.findUnique({ where: { id: keyId } });
  return row && { ...checksOf(row), ...limitsOf(row), partner: PLATFORM, isTerminated: false };
}

/** The ID of the platform key that this is; null if it is none. */
export async function findPlatformKeyByPlaintext(
  { db }: Pick<Ctx, "db">,
  plaintext: string,
): Promise<string | null> {
  if (!isWellFormed(plaintext, "platform")) return null;
  return (await findPlatformKeyIds(db, hashPlaintext(plaintext)))?.keyId ?? null;
}
