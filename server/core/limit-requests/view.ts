import type { Prisma } from "../../../prisma/client/client";
import { mixedScripts, mixedWord } from "../values/scripts";

export const WITH_NAMES = {
  key: { select: { label: true, head: true, tail: true } },
  partner: { select: { code: true, name: true } },
} as const;

type Row = Prisma.LimitRequestGetPayload<{ include: typeof WITH_NAMES }>;

/** A request for a higher limit, as partners and operators see it. */
export type LimitRequest = Omit<Row, "partnerId" | "keyId" | "key" | "partner"> & {
  /** `mixedScripts`: as of a PartnerFile; `labelNote`: as of a KeyView. */
  partner: { code: string; name: string; mixedScripts: string | null };
  key: { id: string; label: string; labelNote: string | null; head: string; tail: string };
};

export function limitRequestView(row: Row): LimitRequest {
  const { key, partner } = row;
  return {
    id: row.id,
    partner: {
      code: partner.code,
      name: partner.name,
      mixedScripts: mixedScripts(partner.name),
    },
    key: {
      id: row.keyId,
      label: key.label,
      labelNote: mixedWord(key.label),
      head: key.head,
      tail: key.tail,
    },
    wantedPerMinute: row.wantedPerMinute,
    reason: row.reason,
    peakPerMinute: row.peakPerMinute,
    peakTenSeconds: row.peakTenSeconds,
    refusedShare: row.refusedShare,
    currentPerMinute: row.currentPerMinute,
    status: row.status,
    grantedPerMinute: row.grantedPerMinute,
    answer: row.answer,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt,
    decidedAt: row.decidedAt,
  };
}
