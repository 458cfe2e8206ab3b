/** A limit or a rate: "1,200/min". */
export function perMinute(count: number): string {
  return `${count.toLocaleString("en")}/min`;
}

/** A share of 0 to 1: "12.5%". What is more than nothing never reads as nothing. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return "<0.1%";
  return share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
}
