import type { Bucket, Promised } from "../model";

const KINDS = { s: "solo", p: "plain", x: "extra" } as const;

/** Reads what the script stores, to compare it with the model's bucket. */
export function parseState(text: string): Bucket {
  const match = /^L1 (\d+) (\d+) (\d+) (\d+) (.*)$/.exec(text);
  if (match === null) throw new Error(`Not a bucket: ${text}`);
  const [, perMinute, lastUs, spare, , records = ""] = match;
  const promises: Promised[] = (records.match(/.{33}/g) ?? []).map((record) => ({
    dueUs: Number(record.slice(0, 16)),
    kind: KINDS[record[16] as keyof typeof KINDS],
    client: record.slice(17, 25),
    request: record.slice(25),
  }));
  return {
    perMinute: Number(perMinute),
    lastUs: Number(lastUs),
    spare: Number(spare),
    promises,
  };
}
