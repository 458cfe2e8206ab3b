import type { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../kernel/actor";
import { liveWhere } from "../keys/view";
import { ownPercent } from "../terms/view";
import { toAmount } from "../values/money";
import { periodOf } from "../values/period";
import { mixedScripts } from "../values/scripts";
import type { Partner, PartnerFile, PartnerStatus } from "./schema";

type PartnerRow = Prisma.PartnerGetPayload<object>;
type StatusRow = Pick<PartnerRow, "status" | "terminatedAt">;
type CountedRow = PartnerRow & { _count: { keys: number } };

/** The partner record of the specification, section 2. */
export function partnerRecord(row: PartnerRow, now: Date): Partner {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    status: row.status,
    revsharePct: ownPercent(row, periodOf(now)),
    branding: row.branding as Partner["branding"],
    userCount: row.customerCount - row.closedCustomerCount,
  };
}

/** The status as operators see it. */
function statusOf({ status, terminatedAt }: StatusRow): PartnerStatus {
  return terminatedAt === null ? status : "terminated";
}

/** The partner and its number of active keys, as operators see it. */
export function partnerFile(row: CountedRow, now: Date): PartnerFile {
  const { createdAt, maxActiveKeys, notes, suspendedReason, terminatedAt, holdDays, taxNote } = row;
  const { keys: activeKeys } = row._count;
  return {
    ...partnerRecord(row, now),
    status: statusOf(row),
    createdAt,
    maxActiveKeys,
    activeKeys,
    notes,
    suspendedReason,
    terminatedAt,
    minimumPayout: toAmount(row.minimumPayout),
    holdDays,
    taxNote,
    mixedScripts: mixedScripts(row.name),
  };
}

/** The count of active keys that partnerFile() needs. */
export function withLiveKeys(ctx: Ctx) {
  return { _count: { select: { keys: { where: liveWhere(ctx.clock.now()) } } } } as const;
}
