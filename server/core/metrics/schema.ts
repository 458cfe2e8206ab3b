import { z } from "zod";
import { Currency } from "../money";

/** The lengths of a point of the series. Weeks begin on Monday, and all are UTC's. */
export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** The most points of one answer. */
export const MAX_POINTS = 400;
/** How many days are shown to those who do not say which. */
export const DEFAULT_DAYS = 30;

/** The first day that can be asked for. */
export const EARLIEST = "1970-01-01";

/** A UTC day as in RFC 3339, `full-date`. */
export const Day = z.iso
  .date("must be a day such as 2026-11-21")
  .refine((day) => day >= EARLIEST, `must not be before ${EARLIEST}`);

/** Which days: from the first up to, and without, the other. */
export const MetricsQuery = z.strictObject({
  from: Day.optional().describe("The first day, in UTC. Default: 30 days before `to`."),
  to: Day.optional().describe("The day after the last, in UTC. Default: tomorrow."),
  interval: z
    .enum(INTERVALS)
    .default("day")
    .describe(`The length of a point; at most ${MAX_POINTS} points. Weeks begin on Monday.`),
});
export type MetricsQuery = z.infer<typeof MetricsQuery>;

const Count = z.int().min(0);
/** A sum of amounts in minor units; it may be larger than any one amount. */
const Sum = z.int().min(0);

const Revenue = z.object({
  currency: Currency.describe("ISO 4217; currencies are never added together"),
  charges: Count.describe("Number of charges"),
  gross: Sum.describe("Their sum in minor units"),
});

const MetricsPoint = z.object({
  from: Day.describe("The point's first day, in UTC"),
  to: Day.describe("The day after the point's last"),
  customers: Count.describe("All customers at the end of the point"),
  newCustomers: Count.describe("Customers made within the point"),
  revenue: z.array(Revenue).describe("One entry for each currency of the whole answer"),
});
export type MetricsPoint = z.infer<typeof MetricsPoint>;

/** The partner's business over time. Currencies are never added together. */
export const Metrics = z.object({
  from: Day.describe("The first day, in UTC"),
  to: Day.describe("The day after the last, in UTC"),
  interval: z.enum(INTERVALS).describe("The length of a point"),
  series: z.array(MetricsPoint).describe("Every interval, in order, also where nothing happened"),
  totals: z
    .object({
      newCustomers: Count.describe("Customers made within these days"),
      revenue: z
        .array(
          Revenue.extend({
            estimatedShare: Sum.describe("Your share of `gross` at today's percentage"),
          }),
        )
        .describe("One entry for each currency"),
    })
    .describe("The sums of the series"),
});
export type Metrics = z.infer<typeof Metrics>;

/** What one product brought in one currency. */
export const ProductRevenue = z.object({
  product: z.object({ code: z.string(), name: z.string() }),
  currency: Currency,
  charges: Count,
  gross: Sum,
});
export type ProductRevenue = z.infer<typeof ProductRevenue>;
