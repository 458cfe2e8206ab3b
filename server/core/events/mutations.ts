import type { AuditRow, Core, Outbox, Tx } from "../kernel/actor";
import type { EventFact } from "../kernel/event";
import { newId } from "../kernel/ids";
import type { EventNews } from "../kernel/ports";

/** An event whose partner is known. */
type OwnedFact = EventFact & { partnerId: string };

type Services = Pick<Core, "clock"> & {
  /** Throws if nothing can be written now. */
  onBegin?: () => void;
  /** Called after a commit that wrote events, with their number. */
  onCommitted(news: EventNews, count: number): void;
};

/**
 * The process's `transact`: writes the audit rows and events of its outbox as the last statement of
 * the transaction, and announces the events after the commit.
 */
export function transactWithEvents(
  transact: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>,
  { clock, onBegin, onCommitted }: Services,
): Core["transact"] {
  return async (run) => {
    onBegin?.();
    const audits: AuditRow[] = [];
    const emitted: OwnedFact[] = [];
    const outbox: Outbox = {
      audit: (row) => void audits.push(row),
      emit: (partnerId, fact) =>
        void emitted.push({ ...fact, partnerId: fact.partnerId ?? partnerId }),
    };
    let hasDeliveries = false;
    const result = await transact(async (tx) => {
      const returned = await run(tx, outbox);
      const hasRows = audits.length > 0 || emitted.length > 0;
      if (hasRows) hasDeliveries = await appendChanges(tx, audits, eventRows(emitted, clock.now()));
      return returned;
    });
    if (emitted.length > 0) {
      const partnerIds = [...new Set(emitted.map(({ partnerId }) => partnerId))];
      onCommitted({ partnerIds, hasDeliveries }, emitted.length);
    }
    return result;
  };
}

function eventRows(facts: readonly OwnedFact[], now: Date) {
  return facts.map(({ partnerId, type, subject, data, occurredAt, actorId }, n) => ({
    n,
    id: newId("event", now.getTime()),
    partnerId,
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    data,
    occurredAt: occurredAt ?? now,
    actorId: actorId ?? null,
  }));
}

/**
 * Writes audit rows, and appends events to their partners' feeds; returns whether there are
 * webhooks to deliver. Must be the transaction's last statement: it locks the counters of these
 * partners until the commit, so that sequences are gap-free and in the order of commits. The
 * counters are locked in the order of their partners' ids, so that two transactions cannot deadlock.
 */
async function appendChanges(
  tx: Tx,
  audits: readonly AuditRow[],
  events: ReturnType<typeof eventRows>,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ hasDeliveries: boolean }[]>`
    SELECT append_changes(${JSON.stringify(audits)}::json, ${JSON.stringify(events)}::json)
      AS "hasDeliveries"`;
  return row?.hasDeliveries ?? false;
}
