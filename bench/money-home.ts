import { readHome } from "../server/core/home/queries";
import { PartnerRanking, rankPartners } from "../server/core/partners/ranking";
import type { MoneyStage } from "./money-stage";

const DAYS = 90;
const KEYS = 5;

/** Sales of all partners on each day, and keys that all of them use. */
const FILL = [
  // Day by day: a transaction takes at most ten seconds.
  ...Array.from(
    { length: DAYS },
    (_, day) => `INSERT INTO charge_days (partner_id, day, product_id, currency, charges, gross)
      SELECT p.id, current_date - ${day}, o.id, o.currency, 3, 1000 + ${day}
      FROM partners p, products o WHERE o.code IN ('p0', 'p1') ON CONFLICT DO NOTHING`,
  ),
  `INSERT INTO api_keys (id, partner_id, label, hash, head, tail, scopes, created_at, created_by, last_used_at)
   SELECT 'key_' || right(p.id, 20) || n, p.id, 'Till', sha256((p.id || n)::bytea), 'rsk_abcd', 'wxyz', '{}',
     now(), 'x', now() - n * interval '1 hour'
   FROM partners p, generate_series(1, ${KEYS}) n`,
  `INSERT INTO key_usage (key_id, minute, succeeded, failed)
   SELECT id, date_trunc('minute', now()) - m * interval '1 minute', 100, 9
   FROM api_keys, generate_series(0, 59) m WHERE id LIKE '%1'`,
  `INSERT INTO usage_hours (hour, lane, succeeded)
   SELECT date_trunc('hour', now()) - h * interval '1 hour', lane, 1000
   FROM generate_series(0, 23) h, generate_series(0, 7) lane ON CONFLICT DO NOTHING`,
  "ANALYZE",
];

export async function fillHome({ ctx }: MoneyStage): Promise<void> {
  for (const statement of FILL) {
    await ctx.transact((tx) => tx.$executeRawUnsafe(statement));
  }
}

const ranking = (sort: string) => (stage: MoneyStage) =>
  rankPartners(stage.ctx, PartnerRanking.parse({ sort }));

/** The operators' start page and list of partners. */
export const HOME: readonly (readonly [string, (stage: MoneyStage) => Promise<unknown>])[] = [
  ["the operators' start page", ({ ctx }) => readHome(ctx)],
  ["partners by creation", ranking("-created")],
  ["partners by revenue", ranking("-revenue")],
  ["partners by last API request", ranking("-used")],
];

/** The maximum of these reads. */
export const MAX_HOME_MS = 300;
