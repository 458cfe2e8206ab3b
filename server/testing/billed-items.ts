/** Items that belong together: seven charges, two refunds of them, and a reversal. */
const GROUP = 10;
export const CUSTOMERS = 200;
export const PRODUCTS = ["p0", "p1", "p2", "p3"];
export const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
export const DAY_MS = 86_400_000;
const DAYS = 45;

const amountOf = (n: number) => 100 + ((n * 7_919) % 900);
const partnerOf = (n: number, partners: number) => Math.floor(n / GROUP) % partners;

/** The n-th item of the billing system, always the same. */
export function billedItem(n: number, codes: readonly string[]): object {
  const at = n % GROUP;
  const first = n - at;
  const group = Math.floor(n / GROUP);
  const of = {
    partner: codes[partnerOf(n, codes.length)],
    external_id: `inv-${n}`,
    occurred_at: new Date(FIRST_DAY_MS + (group % DAYS) * DAY_MS + at * 1_000).toISOString(),
  };
  if (at === 7) {
    const amount = Math.floor(amountOf(first) / 2);
    return { ...of, type: "refund", charge_external_id: `inv-${first}`, amount };
  }
  if (at === 8) {
    const amount = amountOf(first + 1);
    return { ...of, type: "refund", charge_external_id: `inv-${first + 1}`, amount };
  }
  if (at === 9) {
    const amount = amountOf(first + 1);
    return { ...of, type: "refund_reversal", refund_external_id: `inv-${first + 8}`, amount };
  }
  const product = PRODUCTS[group % PRODUCTS.length];
  return { ...of, account_external_id: `c${n % CUSTOMERS}`, product, amount: amountOf(n) };
}

/** What the first items add up to, by partner: rows and the net sum. */
export function expectedSums(items: number, partners: number): Sums {
  const sums = Array.from({ length: partners }, () => [0, 0] as [number, number]);
  for (let n = 0; n < items; n++) {
    const sum = sums[partnerOf(n, partners)];
    if (!sum) continue;
    const at = n % GROUP;
    const first = n - at;
    sum[0] += 1;
    if (at < 7) sum[1] += amountOf(n);
    if (at === 7) sum[1] -= Math.floor(amountOf(first) / 2);
    if (at === 8) sum[1] -= amountOf(first + 1);
    if (at === 9) sum[1] += amountOf(first + 1);
  }
  return sums;
}

export type Sums = [rows: number, net: number][];
