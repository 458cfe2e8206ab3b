/** A limit or a rate: "1,200/min". */
export function perMinute(count: number): string {
  return `${count.toLocaleString("en")}/min`;
}
