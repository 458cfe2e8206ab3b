import { setTimeout as sleep } from "node:timers/promises";
import { billedItem } from "../../server/testing/billed-items";

// Sends batches of the billing system until each was answered, again and again if it was not, and
// prints the number of each that was. Arguments: URL, key, batches, items in a batch, the first
// batch, and the partners' codes.
const [, , url = "", key = "", batches = "", size = "", from = "", ...codes] = process.argv;
const AT_ONCE = 4;

let next = Number(from);

async function send(batch: number): Promise<boolean> {
  const first = batch * Number(size);
  const charges = Array.from({ length: Number(size) }, (_, n) => billedItem(first + n, codes));
  try {
    const response = await fetch(`${url}/api/v1/platform/charges`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ charges }),
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status !== 200) return false;
    const { summary } = (await response.json()) as { summary: Record<string, number> };
    if (summary.conflict || summary.invalid) console.log(`WRONG ${JSON.stringify(summary)}`);
    return true;
  } catch {
    return false;
  }
}

async function work(): Promise<void> {
  while (next < Number(batches)) {
    const batch = next++;
    while (!(await send(batch))) await sleep(50);
    console.log(`SENT ${batch}`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log("DONE");
