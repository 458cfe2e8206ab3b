import { getMetrics } from "../../core/metrics/queries";
import { MetricsQuery } from "../../core/metrics/schema";
import { decimalOf } from "../../core/values/currencies";
import { partnerExport } from "../export";

export const metrics = partnerExport({
  query: MetricsQuery,
  read: async ({ ctx, partnerId }, query) => {
    const { series } = await getMetrics(ctx, { partnerId, ...query });
    // One line per currency: amounts in different currencies must not share a column. New customers
    // have none, so that only the first line has them: a sum of the column counts each once.
    const data = series.flatMap(({ revenue, ...point }) =>
      (revenue.length > 0 ? revenue : [null]).map((entry, index) => ({
        ...point,
        entry,
        isFirst: index === 0,
      })),
    );
    return { data, nextCursor: null };
  },
  columns: {
    from: ({ from }) => from,
    to: ({ to }) => to,
    customers: ({ customers }) => customers,
    new_customers: ({ newCustomers, isFirst }) => (isFirst ? newCustomers : null),
    currency: ({ entry }) => entry?.currency ?? null,
    charges: ({ entry }) => entry?.charges ?? null,
    gross: ({ entry }) => entry && decimalOf(entry.gross, entry.currency),
    refunds: ({ entry }) => entry?.refunds ?? null,
    refunded: ({ entry }) => entry && decimalOf(entry.refunded, entry.currency),
    net: ({ entry }) => entry && decimalOf(entry.net, entry.currency),
  },
});
