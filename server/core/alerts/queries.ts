import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner, ReadDb } from "../kernel/actor";
import { hostOf } from "../webhooks/titles";
import type { Alert } from "./schema";
import { ALERT_KINDS } from "./titles";
import { type AlertRow, alertView } from "./view";

/** The partner's alerts, those that are triggered first. */
export async function listAlerts(ctx: Ctx, { partnerId }: OfPartner): Promise<Alert[]> {
  assertPartner(ctx, partnerId);
  const rows = await ctx.db.alert.findMany({
    where: { partnerId, kind: { in: [...ALERT_KINDS] } },
    orderBy: [{ firedAt: { sort: "asc", nulls: "last" } }, { id: "desc" }],
  });
  const nameOf = await readTargets(ctx.db, rows);
  return rows.map((row) => alertView(row, nameOf(row)));
}

/** The names of keys, and the hosts of endpoints. */
export async function readTargets(
  db: ReadDb,
  rows: readonly Pick<AlertRow, "target">[],
): Promise<(row: Pick<AlertRow, "target">) => string | null> {
  const ids = rows.flatMap(({ target }) => target ?? []);
  const [keys, endpoints] = [
    await db.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, label: true } }),
    await db.webhookEndpoint.findMany({
      where: { id: { in: ids } },
      select: { id: true, url: true },
    }),
  ];
  const names = new Map([
    ...keys.map(({ id, label }) => [id, label] as const),
    ...endpoints.map(({ id, url }) => [id, hostOf(url)] as const),
  ]);
  return ({ target }) => (target === null ? null : (names.get(target) ?? null));
}
