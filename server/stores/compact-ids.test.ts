import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createCompactIds } from "./compact-ids";

const hashOf = (n: number) => createHash("sha256").update(String(n)).digest("hex");
const idsOf = (n: number) => ({ keyId: `key_${n}`, partnerId: `partner_${n % 50}` });

test("the IDs of the keys that were added last are found, and no others", () => {
  const ids = createCompactIds(100);
  for (let n = 0; n < 350; n++) {
    expect(ids.get(hashOf(n))).toBeUndefined();
    ids.add(hashOf(n), idsOf(n));
    if (n >= 100) expect(ids.get(hashOf(n - 100))).toBeUndefined();
    for (let known = Math.max(0, n - 99); known <= n; known++) {
      expect(ids.get(hashOf(known))).toEqual(idsOf(known));
    }
  }
});
