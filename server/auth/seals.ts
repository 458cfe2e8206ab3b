import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Sealed } from "../core/ports";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts small texts for the database, each bound to whom it belongs to. */
type Seals = {
  seal(text: string, owner: string): Sealed;
  /** Null where another key sealed it, for another owner, or where it was tampered with. */
  open(sealed: Sealed, owner: string): string | null;
};

/**
 * AES-256-GCM under a key of its own, which HKDF-SHA256 derives from NEXTAUTH_SECRET; the id of the key
 * is derived beside it, so that a text says by which secret it was sealed.
 *
 * After NEXTAUTH_SECRET was replaced, what the old one sealed cannot be opened: whoever has a second
 * factor signs in with a recovery code, which needs no secret of ours, or has an operator reset it
 * (`latchkey user reset EMAIL --second-factor`), and sets it up anew.
 */
export function createSeals(secret: string, purpose: string): Seals {
  const derive = (part: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `latchkey ${purpose} ${part}`, bytes));
  const key = derive("key", KEY_BYTES);
  const keyId = derive("key id", KEY_ID_BYTES).toString("hex");
  return {
    seal: (text, owner) => {
      // The command line has no secret: what it sealed no server could open.
      if (secret === "") throw new Error("there is no secret to seal with");
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return { bytes: new Uint8Array([...nonce, ...body, ...cipher.getAuthTag()]), by: keyId };
    },
    open: ({ bytes, by }, owner) => {
      if (by !== keyId || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, key, nonce, options)
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
