import { z } from "zod";
import { Currency } from "../values/money-schema";

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
const Day = z.iso
  .date({ error: "Must be a date, for example 2026-11-21.", abort: true })
  .refine((day) => day >= EARLIEST, `Must not be before ${EARLIEST}.`);

/** A range of days: includes `from`, excludes `to`. */
export const MetricsQuery = z.strictObject({
  from: Day.optional().describe("First day, in UTC. Default: 30 days before `to`."),
  to: Day.optional().describe("Day after the last day, in UTC. Default: tomorrow."),
  interval: z
    .enum(INTERVALS)
    .default("day")
    .describe(
      `Length of each interval. A request can return at most ${MAX_POINTS} intervals. Weeks begin on Monday.`,
    ),
});
export type MetricsQuery = z.infer<typeof MetricsQuery>;

const Count = z.int().min(0);
/** A sum of amounts in minor units; may exceed the maximum of one amount. */
const Sum = z.int().min(0);
/** Less than zero where more is refunded than charged, or more reversed than refunded. */
const Difference = z.int();

/** Sums in one currency. */
export const MetricsRevenue = z.object({
  currency: Currency.describe("ISO 4217 currency code"),
  charges: Count.describe("Number of charges"),
  gross: Sum.describe("Gross revenue: the sum of the charges, in minor units"),
  refunds: Count.describe("Number of refunds"),
  refunded: Difference.describe("Sum of the refunds less reversed ones, in minor units"),
  net: Difference.describe("Net revenue: `gross` less `refunded`, in minor units"),
});

const MetricsPoint = z.object({
  from: Day.describe("First day of the interval, in UTC"),
  to: Day.describe("Day after the last day of the interval, in UTC"),
  customers: Count.describe("Total customers at the end of the interval"),
  newCustomers: Count.describe("New customers in the interval"),
  revenue: z.array(MetricsRevenue).describe("One entry per currency in the response"),
});
export type MetricsPoint = z.infer<typeof MetricsPoint>;

/** The partner's metrics over time. Currencies are never added up. */
export const Metrics = z.object({
  from: Day.describe("First day, in UTC"),
  to: Day.describe("Day after the last day, in UTC"),
  interval: z.enum(INTERVALS).describe("Length of each interval"),
  series: z.array(MetricsPoint).describe("All intervals in order, including empty ones"),
  totals: z
    .object({
      newCustomers: Count.describe("New customers in the range"),
      revenue: z
        .array(
          MetricsRevenue.extend({
            estimatedShare: Difference.describe(
              "Your share of `net`, at the terms of each month and product",
            ),
          }),
        )
        .describe("One entry per currency"),
    })
    .describe("Totals of all intervals"),
});
export type Metrics = z.infer<typeof Metrics>;

/** The revenue of one product in one currency. */
export const ProductRevenue = z.object({
  product: z.object({ code: z.string(), name: z.string() }),
  currency: Currency,
  charges: Count,
  gross: Sum,
  refunds: Count,
  refunded: Difference,
  net: Difference,
});
export type ProductRevenue = z.infer<typeof ProductRevenue>;
