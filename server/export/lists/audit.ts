import { listAudit, listPlatformAudit } from "../../core/audit/queries";
import { AuditFilter, PlatformAuditFilter } from "../../core/audit/schema";
import { operatorExport, partnerExport } from "../export";

export const audit = partnerExport({
  query: AuditFilter,
  read: ({ ctx, partnerId }, query) => listAudit(ctx, { partnerId, ...query }),
  columns: {
    at: ({ at }) => at.toISOString(),
    actor: ({ actor }) => actor.name,
    did: ({ sentence }) => sentence,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    address: ({ address }) => address,
    id: ({ id }) => id,
  },
});

/** The audit log of all accounts. */
export const platformAudit = operatorExport({
  query: PlatformAuditFilter,
  read: ({ ctx }, query) => listPlatformAudit(ctx, query),
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
