import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSha256 } from "./sha256";

it("is the SHA-256 of the bytes, wherever the parts end", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (parts) => {
      const hash = createSha256();
      for (const part of parts) hash.add(part);
      const expected = createHash("sha256").update(Buffer.concat(parts)).digest("hex");
      expect(hash.digest()).toBe(expected);
    }),
    { numRuns: 300 },
  );
});
