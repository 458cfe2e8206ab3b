import { z } from "zod";
import { listPlatformAudit } from "../core/audit/platform";
import { PlatformAuditFilter } from "../core/audit/schema";
import { listRejections } from "../core/imports/list";
import { operatorExport, ROWS_AT_ONCE } from "./export";

/** What was done in all accounts. */
export const platformAudit = operatorExport({
  query: PlatformAuditFilter,
  read: ({ ctx }, query, cursor) =>
    listPlatformAudit(ctx, { ...query, cursor, limit: ROWS_AT_ONCE }),
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at.toISOString(),
    partner: ({ partner }) => partner?.code ?? null,
    actor_kind: ({ actor }) => actor.kind,
    actor_id: ({ actor }) => actor.id,
    actor: ({ actor }) => actor.name,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    description: ({ actor, sentence }) => `${actor.name} ${sentence}`,
    address: ({ address }) => address,
  },
});

/** The bad lines of an import. */
export const importRejections = operatorExport({
  query: z.strictObject({ runId: z.string().max(40) }),
  read: ({ ctx }, query, cursor) => listRejections(ctx, { ...query, cursor, limit: ROWS_AT_ONCE }),
  columns: {
    line: ({ line }) => line,
    reason: ({ reason }) => reason,
  },
});
