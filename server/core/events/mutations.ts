import type { Core, Emit, Tx } from "../actor";
import { newId } from "../ids";
import type { EventFact } from "./types";

/** An event whose partner is known. */
type OwnedFact = EventFact & { partnerId: string };

type Services = Pick<Core, "clock"> & {
  /** Throws if nothing can be written now. */
  onBegin?: () => void;
  /** Called after a commit that wrote events, with their partners and their number. */
  onCommitted(partnerIds: readonly string[], count: number): void;
};

/**
 * The process's `transact`: writes the events that `run` emits as the last statement of the
 * transaction, and tells of them after the commit.
 */
export function transactWithEvents(
  transact: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>,
  { clock, onBegin, onCommitted }: Services,
): Core["transact"] {
  return async (run) => {
    onBegin?.();
    const emitted: OwnedFact[] = [];
    const emit: Emit = (partnerId, fact) => {
      emitted.push({ ...fact, partnerId: fact.partnerId ?? partnerId });
    };
    const result = await transact(async (tx) => {
      const returned = await run(tx, emit);
      if (emitted.length > 0) await appendEvents(tx, emitted, clock.now());
      return returned;
    });
    if (emitted.length > 0) {
      onCommitted([...new Set(emitted.map(({ partnerId }) => partnerId))], emitted.length);
    }
    return result;
  };
}

/**
 * Appends events to their partners' feeds. Must be the transaction's last statement: it locks the
 * counters of these partners until the commit, so that sequences are gap-free and in the order of
 * commits. The counters are locked in the order of their partners' ids, so that two transactions
 * cannot deadlock.
 */
async function appendEvents(tx: Tx, facts: readonly OwnedFact[], now: Date): Promise<void> {
  const rows = facts.map(({ partnerId, type, subject, data, occurredAt }, n) => ({
    n,
    id: newId("event", now.getTime()),
    partnerId,
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    data,
    occurredAt: occurredAt ?? now,
  }));
  await tx.$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (
        "n" int, "id" text, "partnerId" text, "type" text, "subjectType" text, "subjectId" text,
        "data" jsonb, "occurredAt" timestamptz
      )
    ), added AS MATERIALIZED (
      SELECT "partnerId", count(*) AS events FROM input GROUP BY 1
    ), counter AS (
      INSERT INTO event_counters AS kept (partner_id, last_sequence)
      SELECT "partnerId", events FROM added ORDER BY 1
      ON CONFLICT (partner_id)
      DO UPDATE SET last_sequence = kept.last_sequence + excluded.last_sequence
      RETURNING partner_id, last_sequence
    )
    INSERT INTO events
      (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
    SELECT "id", "partnerId",
      last_sequence - events + row_number() OVER (PARTITION BY "partnerId" ORDER BY "n"),
      "type", "subjectType", "subjectId", "data", "occurredAt",
      (SELECT base FROM event_order) + pg_current_xact_id()::text::bigint
    FROM input JOIN added USING ("partnerId") JOIN counter ON partner_id = "partnerId"`;
}
