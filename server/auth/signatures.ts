import { createHmac, timingSafeEqual } from "node:crypto";
import type { Core } from "../core/kernel/actor";
import type { Secrets } from "./seals";

/** HMAC-SHA256. Signs with the first secret; accepts signatures of any of them. */
export function createSignatures(secrets: Secrets): Pick<Core, "sign" | "isSignature"> {
  const signUnder = (secret: string, text: string) =>
    createHmac("sha256", secret).update(`latchkey.core\n${text}`).digest();
  return {
    sign: (text) => signUnder(secrets[0], text),
    isSignature: (text, bytes) =>
      bytes.length > 0 &&
      secrets.some((secret) =>
        timingSafeEqual(signUnder(secret, text).subarray(0, bytes.length), bytes),
      ),
  };
}
