import { createHash } from "node:crypto";

/** The SHA-256 of a text as the database stores it: 32 bytes. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(text).digest());
}
