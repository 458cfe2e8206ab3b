import { randomBytes } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";

const NONCE_IN_POLICY = /'nonce-([\w+/=]+)'/;
const NONCE_BYTES = 16;

// RFC 1952: deflate, without a name or a time.
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** A page without its nonces: what stands between them, plain and deflated. */
export type Cut = { plain: Buffer[]; deflated: Buffer[] };

/** The nonce in a Content-Security-Policy; null without one. */
export function nonceIn(policy: string): string | null {
  return NONCE_IN_POLICY.exec(policy)?.[1] ?? null;
}

/** A new nonce, as long as those of proxy.ts. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64");
}

/** Cuts a page at its nonce, and compresses the parts once. */
export function cutAt(nonce: string, page: Buffer): Cut {
  const plain: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(nonce); at !== -1; at = page.indexOf(nonce, from)) {
    plain.push(page.subarray(from, at));
    from = at + nonce.length;
  }
  plain.push(page.subarray(from));
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  return { plain, deflated: plain.map((part) => deflateRawSync(part, options)) };
}

/** The page with this nonce. The parts are shared by all responses. */
export function filled({ plain }: Cut, nonce: string): Buffer[] {
  return between(plain, Buffer.from(nonce));
}

/**
 * The page with this nonce as one gzip stream. Only the nonces and the checksum are new: each nonce
 * is a block that is not compressed (RFC 1951, section 3.2.4).
 */
export function gzipped({ plain, deflated }: Cut, nonce: string): Buffer[] {
  const text = Buffer.from(nonce);
  const stored = Buffer.alloc(5);
  stored.writeUInt16LE(text.length, 1);
  stored.writeUInt16LE(~text.length & 0xffff, 3);
  let checksum = 0;
  let length = 0;
  for (const part of between(plain, text)) {
    checksum = crc32(part, checksum);
    length += part.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  const blocks = between(deflated, Buffer.concat([stored, text]));
  return [GZIP_HEADER, ...blocks, LAST_BLOCK, trailer];
}

function between(parts: readonly Buffer[], separator: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
