import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { KeptSeals, Sealed } from "../core/kernel/ports";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secrets of NEXTAUTH_SECRET: the first signs and seals; all can verify and open. */
export type Secrets = readonly [current: string, ...accepted: string[]];

/** Encrypts small texts for the database, each bound to its owner. */
type Seals = {
  /** ID of the key that seals. */
  keyId: string;
  seal(text: string, owner: string): Sealed;
  /** Null if it was sealed under an unknown key or for another owner, or was tampered with. */
  open(sealed: Sealed, owner: string): string | null;
};

/**
 * AES-256-GCM under keys derived from each secret with HKDF-SHA256. A key's ID is derived with it,
 * so that each text records which secret sealed it. The first secret seals, all of them open.
 */
export function createSeals(secrets: Secrets, purpose: string): Seals {
  // Derived once: webhook secrets are opened for each delivery.
  const keys = new Map(secrets.map((secret) => [keyIdOf(secret, purpose), keyOf(secret, purpose)]));
  const [current] = secrets;
  const sealingId = keyIdOf(current, purpose);
  const sealingKey = keyOf(current, purpose);
  return {
    keyId: sealingId,
    seal: (text, owner) => {
      // The command line has no secret: a server could not open what it seals.
      if (current === "") throw new Error("no secret to seal with");
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return { bytes: new Uint8Array([...nonce, ...body, ...cipher.getAuthTag()]), by: sealingId };
    },
    open: ({ bytes, by }, owner) => {
      const key = keys.get(by);
      if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
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

/** Seals for texts that are kept, and so are sealed again after the secret was replaced. */
export function createKeptSeals(secrets: Secrets, purpose: string): KeptSeals {
  const { keyId, seal, open } = createSeals(secrets, purpose);
  return {
    sealedBy: keyId,
    seal,
    open,
    reseal: (sealed, owner) => {
      const text = open(sealed, owner);
      return text === null ? null : seal(text, owner);
    },
  };
}

function derive(secret: string, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", info, bytes));
}

const keyOf = (secret: string, purpose: string) =>
  derive(secret, `latchkey ${purpose} key`, KEY_BYTES);

const keyIdOf = (secret: string, purpose: string) =>
  derive(secret, `latchkey ${purpose} key id`, KEY_ID_BYTES).toString("hex");
