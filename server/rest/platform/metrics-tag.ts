export const METRICS = {
  name: "Metrics",
  description: "Customers, revenue and requests over time, as the console shows them.",
};

/** Sums in one currency, in wire names. */
export const REVENUE_EXAMPLE = {
  currency: "EUR",
  charges: 3,
  gross: 2_997,
  refunds: 1,
  refunded: 500,
  net: 2_497,
};
