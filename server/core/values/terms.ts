/** What decides which term applies. Percentages are in hundredths: 12.5% is 1250. */
export type TermRule = {
  productId: string | null;
  /** `YYYY-MM`, in UTC. */
  fromMonth: string;
  hundredths: number;
};

/** A partner's terms in the order of their creation, and its share before the first one. */
export type Terms = { initialHundredths: number; rules: readonly TermRule[] };

/**
 * The percentage of a product in a month, in hundredths; with a product of null, that of the
 * products without a term of their own. A product's term comes before the partner's. Of several,
 * the one of the latest month applies, and of one month, the one that was created last.
 */
export function hundredthsOf(
  { initialHundredths, rules }: Terms,
  { productId, period }: { productId: string | null; period: string },
): number {
  const own = productId === null ? undefined : inForce(rules, productId, period);
  const found = own ?? inForce(rules, null, period);
  return found?.hundredths ?? initialHundredths;
}

/** Of the rules for exactly this product, the one that applies to the month. */
export function inForce<Rule extends Pick<TermRule, "productId" | "fromMonth">>(
  rules: readonly Rule[],
  productId: string | null,
  period: string,
): Rule | undefined {
  return rules
    .filter((rule) => rule.productId === productId && rule.fromMonth <= period)
    .reduce<Rule | undefined>(
      (latest, rule) => (latest && latest.fromMonth > rule.fromMonth ? latest : rule),
      undefined,
    );
}
