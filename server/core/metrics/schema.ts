import { z } from "zod";
import { Currency } from "../money-schema";

/** The interval between points. Weeks begin on Monday; all are in UTC. */
export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** The most points in one response. */
export const MAX_POINTS = 400;
/** The default number of days. */
export const DEFAULT_DAYS = 30;

/** The earliest day that can be queried. */
export const EARLIEST = "1970-01-01";

/** A UTC day: `full-date` of RFC 3339. */
export const Day = z.iso
  .date("must be a day such as 2026-11-21")
  .refine((day) => day >= EARLIEST, `must not be before ${EARLIEST}`);

/** A range of days: includes `from`, excludes `to`. */
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
/** A sum of amounts in minor units; may exceed the maximum of one amount. */
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

/** The partner's metrics over time. Currencies are never added up. */
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

/** The revenue of one product in one currency. */
export const ProductRevenue = z.object({
  product: z.object({ code: z.string(), name: z.string() }),
  currency: Currency,
  charges: Count,
  gross: Sum,
});
export type ProductRevenue = z.infer<typeof ProductRevenue>;
