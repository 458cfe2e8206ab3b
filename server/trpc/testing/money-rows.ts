import { type PartnerThings, type Row, reader } from "./callers";

/** The reads of charges, prices, payouts and terms. */
export const moneyReads = (of: () => PartnerThings): Record<string, Row> => {
  const { ids } = of();
  const read = reader(of);
  const product = () => ({ product: "basic" });
  return {
    "charges.list": read(),
    "charges.get": read(() => ({ chargeId: ids.charge })),
    "charges.products": read(),
    "charges.sums": read(() => ({ customerId: ids.customer })),
    "prices.list": read(),
    "prices.get": read(product),
    "prices.history": read(product),
    "payouts.list": read(),
    "payouts.sums": read(),
    "payouts.get": read(() => ({ payoutId: ids.payout })),
    "payouts.lines": read(() => ({ payoutId: ids.payout })),
    "terms.list": read(),
    "terms.current": read(),
  };
};
