import { expect, it } from "vitest";
import { preferredEncoding } from "./content-encoding";

it.each([
  [null, null],
  ["", null],
  ["identity", null],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.5", "br"],
  ["br; q=0.1 , gzip ;q=0.2", "gzip"],
  ["br;q=0", null],
  ["br;q=0, gzip;q=0.001", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["*;q=0.5, br;q=0.1", "gzip"],
  ["identity;q=1, br;q=0.5", null],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity;q=0.5, br;q=0.5", "br"],
  ["identity;q=0", null],
  ["deflate, compress", null],
  ["br;q=nonsense, gzip;q=2", null],
  ["brotli, gzipped", null],
  [",,;;", null],
])("Accept-Encoding %j gets %s", (accept, encoding) => {
  expect(preferredEncoding(accept)).toBe(encoding);
});
