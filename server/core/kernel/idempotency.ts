import { hash } from "node:crypto";
import { z } from "zod";
import { Prisma } from "../../../prisma/client/client";
import { canonicalJson } from "../values/canonical";
import { sha256 } from "../values/sha256";
import type { Ctx, Tx } from "./actor";
import { actorId } from "./change";
import { fail } from "./errors";
import { inTransaction } from "./in-transaction";

/** A response is kept so long, by the database's clock: those of several processes differ. */
export const KEPT_HOURS = 24;
const LIFETIME = Prisma.sql`${KEPT_HOURS} * interval '1 hour'`;
/** How long a response with a secret is replayed with it. */
const SECRET_REPLAYED = Prisma.sql`interval '10 minutes'`;
/** How many expired records each new record deletes at most. */
const SWEPT_PER_WRITE = 20;

/** A response, replayed byte for byte. */
export type Answer = { status: number; body: string; headers: Record<string, string> };

/**
 * If the body contains a secret, `keptBody` is stored in its place. The body is then stored
 * encrypted for ten minutes, and replayed to the key or person that got it first.
 */
type FirstAnswer = Answer & { keptBody?: string | null };

/** A write that must happen at most once. */
export type OnceOnly = {
  /** Null for the platform's own writes. */
  partnerId: string | null;
  /** The scope of the key's uniqueness, within the partner. */
  operation: string;
  key: string;
  /** Compared to distinguish a repeat from another request. */
  input: unknown;
};

/** Only successful responses are stored. */
const KeptHeaders = z.record(z.string(), z.string());

/**
 * Runs a write at most once within 24 hours: its effect and its response are stored in one
 * transaction. A repeat gets the first response, and waits for it if it is still running. A failure
 * stores nothing, so the write can be retried.
 *
 * Throws `idempotency_key_reused` if the key was used with another input, and
 * `idempotency_key_in_use` if the first write has not finished after three seconds.
 */
export async function once(
  ctx: Ctx,
  write: OnceOnly,
  run: (ctx: Ctx) => Promise<FirstAnswer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  const id = hash("sha256", canonicalJson([write.partnerId, write.operation, write.key]), "hex");
  const fingerprint = sha256(canonicalJson(write.input));
  return inTransaction(ctx, async (inner, tx) => {
    const isFirst = await claim(tx, { id, fingerprint, partnerId: write.partnerId });
    const reader = `${id} ${actorId(ctx.actor)}`;
    if (!isFirst) {
      const answer = await replay(tx, id, fingerprint);
      const body = await openSealed(ctx, tx, { id, reader });
      return { answer: { ...answer, body: body ?? answer.body }, isReplay: true };
    }
    const answer = await run(inner);
    await keep(tx, { id, answer });
    if (answer.keptBody) await seal(ctx, tx, { id, reader, body: answer.body });
    return { answer, isReplay: false };
  });
}

/** `reader` is the one caller that gets a secret again. */
type OfReader = { id: string; reader: string };

/** Encrypts the body for the one who got it, with the same transaction as the response. */
async function seal(ctx: Ctx, tx: Tx, { id, reader, body }: OfReader & { body: string }) {
  const { bytes, by } = ctx.responseSeals.seal(body, reader);
  await tx.$executeRaw`
    INSERT INTO sealed_responses (id, sealed, sealed_by, until)
    VALUES (${id}, ${bytes}, ${by}, now() + ${SECRET_REPLAYED})
    ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, sealed_by = excluded.sealed_by,
      until = excluded.until`;
}

/** Null if there is none any more, or if somebody else got it. */
async function openSealed(ctx: Ctx, tx: Tx, { id, reader }: OfReader): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ bytes: Uint8Array<ArrayBuffer>; by: string }[]>`
    SELECT sealed AS bytes, sealed_by AS by FROM sealed_responses
    WHERE id = ${id} AND until > now()`;
  return row ? ctx.responseSeals.open(row, reader) : null;
}

/**
 * Deletes the encrypted responses that are no longer replayed; returns their number. One that would
 * be for longer was written while the database's clock ran ahead.
 */
export function dropSealedResponses({ transact }: Pick<Ctx, "transact">): Promise<number> {
  return transact(
    (tx) => tx.$executeRaw`
      DELETE FROM sealed_responses WHERE until <= now() OR until > now() + 2 * ${SECRET_REPLAYED}`,
  );
}

type Claim = { id: string; fingerprint: Uint8Array; partnerId: string | null };

// Waits while another transaction holds a claim of the same id. The lock timeout is reset right
// after, because the write itself may have to wait longer.
async function claim(tx: Tx, { id, fingerprint, partnerId }: Claim): Promise<boolean> {
  const claimed = await tx.$queryRaw<unknown[]>`
    WITH bound AS MATERIALIZED (SELECT set_config('lock_timeout', '3s', true))
    INSERT INTO idempotency_records AS r (id, partner_id, fingerprint, expires_at)
    SELECT ${id}, ${partnerId}, ${fingerprint}, now() + ${LIFETIME} FROM bound
    ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, body = NULL,
      headers = '{}', expires_at = excluded.expires_at WHERE r.expires_at <= now()
    RETURNING id, set_config('lock_timeout', '0', true)`.catch(whileInUse);
  return claimed.length > 0;
}

async function replay(tx: Tx, id: string, fingerprint: Uint8Array): Promise<Answer> {
  const record = await tx.idempotencyRecord.findUnique({ where: { id } });
  if (!record || record.status === null || record.body === null) {
    throw new Error("an idempotency record without a response");
  }
  if (!Buffer.from(record.fingerprint).equals(fingerprint)) fail("idempotency_key_reused");
  const { status, body } = record;
  return { status, body, headers: KeptHeaders.parse(record.headers) };
}

async function keep(tx: Tx, entry: { id: string; answer: FirstAnswer }): Promise<void> {
  const { status, headers, body, keptBody } = entry.answer;
  const data = { status, headers, body: keptBody ?? body };
  await tx.idempotencyRecord.update({ where: { id: entry.id }, data });
  await tx.$executeRaw`
    DELETE FROM idempotency_records WHERE id IN (
      SELECT id FROM idempotency_records WHERE expires_at <= now()
      ORDER BY expires_at LIMIT ${SWEPT_PER_WRITE} FOR UPDATE SKIP LOCKED)`;
}

// SQLSTATE 55P03, lock_not_available: the lock_timeout was exceeded.
function whileInUse(error: unknown): never {
  if (JSON.stringify(error)?.includes("55P03")) fail("idempotency_key_in_use");
  throw error;
}
