import { randomBytes } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { withCompressedExports } from "./compress-exports";

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };
const ENCODINGS = ["br", "gzip"] as const;
const BLOCK = 100_000;
const EXPORT = "/api/export/customers";

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose handler is wrapped as Next's is; returns a client of it. */
async function serve(handler: RequestListener) {
  const wrapped = withCompressedExports(async (...exchange) => handler(...exchange));
  server = createServer((...exchange) => void wrapped(...exchange));
  const opened = server;
  await new Promise<void>((done) => opened.listen(0, "127.0.0.1", done));
  const { port } = opened.address() as AddressInfo;
  return (path: string, accept: string, method = "GET") =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { "accept-encoding": accept };
      request({ port, path, method, headers }, resolve).on("error", reject).end();
    });
}

/** Sends incompressible blocks as CSV, and counts how many were read. */
function source(blocks: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { blocks: 0, isOver: false };
  const sent: Buffer[] = [];
  function* read() {
    try {
      while (seen.blocks < blocks) {
        if (seen.blocks === failAt) throw new Error("broken");
        seen.blocks += 1;
        const block = randomBytes(BLOCK);
        sent.push(block);
        yield block;
      }
    } finally {
      seen.isOver = true;
    }
  }
  const handler: RequestListener = (_, response) => {
    response.setHeader("content-type", "text/csv; charset=utf-8");
    pipeline(Readable.from(read(), { highWaterMark: 1 }), response, () => {});
  };
  return { handler, seen, sent };
}

it.each(ENCODINGS)("%s is what was written once it is decoded", async (encoding) => {
  const { handler, sent } = source(20);
  const { headers, ...response } = await (await serve(handler))(EXPORT, encoding).then(
    async (message) => ({ headers: message.headers, body: await buffer(message) }),
  );
  expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
  expect(headers).not.toHaveProperty("content-length");
  expect(DECODERS[encoding](response.body).equals(Buffer.concat(sent))).toBe(true);
});

it("sends the head alone to HEAD, and the text as it is to a client that takes no encoding", async () => {
  const { handler, sent } = source(2);
  const send = await serve(handler);
  const plain = await send(EXPORT, "identity");
  expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect((await buffer(plain)).equals(Buffer.concat(sent))).toBe(true);
  const head = await send(EXPORT, "br", "HEAD");
  expect(head.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(await buffer(head)).toHaveLength(0);
});

it("compresses no other response, and lets Next compress none of a route handler", async () => {
  const accepted: unknown[] = [];
  const send = await serve((message, response) => {
    accepted.push(message.headers["accept-encoding"]);
    response.setHeader("content-type", "text/plain").end("no rows");
  });
  for (const path of [EXPORT, "/api/trpc/keys.list", "/customers"]) {
    const response = await send(path, "gzip");
    expect(response.headers).not.toHaveProperty("content-encoding");
    expect(String(await buffer(response))).toBe("no rows");
  }
  expect(accepted).toEqual([undefined, undefined, "gzip"]);
});

it.each(ENCODINGS)(
  "a client of %s that stops reading holds up the source; when it leaves, the source ends",
  async (encoding) => {
    const { handler, seen } = source(10_000);
    const response = await (await serve(handler))(EXPORT, encoding);
    let before = -1;
    await expect
      .poll(
        () => {
          const hasStopped = before === seen.blocks;
          before = seen.blocks;
          return hasStopped;
        },
        { interval: 200 },
      )
      .toBe(true);
    // The buffers of the system take several megabytes.
    expect(seen.blocks * BLOCK).toBeLessThan(20_000_000);
    expect(seen.isOver).toBe(false);
    response.destroy();
    await expect.poll(() => seen.isOver).toBe(true);
  },
);

it.each(ENCODINGS)(
  "%s of a source that fails is broken off, and does not end",
  async (encoding) => {
    const { handler } = source(5, 3);
    const response = await (await serve(handler))(EXPORT, encoding);
    await expect(buffer(response)).rejects.toThrow("aborted");
  },
);

it("a block reaches the client before the next one is written", async () => {
  let finish = () => {};
  const send = await serve((_, response) => {
    response.setHeader("content-type", "text/csv");
    response.write("a,b\n");
    finish = () => response.end("1,2\n");
  });
  const decoder = (await send(EXPORT, "br")).pipe(createBrotliDecompress());
  const text: string[] = [];
  decoder.on("data", (chunk: Buffer) => text.push(String(chunk)));
  await expect.poll(() => text.join("")).toBe("a,b\n");
  finish();
  await expect.poll(() => text.join("")).toBe("a,b\n1,2\n");
});
