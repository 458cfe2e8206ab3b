import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressed } from "./compressed";

const BLOCK = 100_000;
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };
const ENCODINGS = ["br", "gzip"] as const;

/** A stream of incompressible blocks that counts how many were read. */
function source(blocks: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { blocks: 0, isCancelled: false };
  const sent: Buffer[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.blocks === failAt) throw new Error("broken");
        if (seen.blocks === blocks) return controller.close();
        seen.blocks += 1;
        const block = randomBytes(BLOCK);
        sent.push(block);
        controller.enqueue(block);
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen, sent };
}

it.each(ENCODINGS)("%s is what it was once it is decoded", async (encoding) => {
  const { body, sent } = source(5);
  const bytes = await new Response(compressed(body, encoding)).arrayBuffer();
  expect(DECODERS[encoding](bytes).equals(Buffer.concat(sent))).toBe(true);
});

it.each(ENCODINGS)("a reader of %s that stops holds up the source", async (encoding) => {
  const { body, seen } = source(10_000);
  const reader = compressed(body, encoding).getReader();
  await reader.read();
  let before = -1;
  while (before !== seen.blocks) {
    before = seen.blocks;
    await pause(100);
  }
  expect(seen.blocks * BLOCK).toBeLessThan(2_000_000);
  await reader.cancel();
  await expect.poll(() => seen.isCancelled).toBe(true);
});

it.each(ENCODINGS)(
  "%s of a source that fails half-way fails, and does not end",
  async (encoding) => {
    const { body } = source(5, 3);
    await expect(new Response(compressed(body, encoding)).arrayBuffer()).rejects.toThrow("broken");
  },
);
