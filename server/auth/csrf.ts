import { createHash } from "node:crypto";
import type { Secrets } from "./seals";

/** next-auth's CSRF cookie; over HTTPS it has a prefix. */
const COOKIE = /^(__Host-)?next-auth\.csrf-token$/;

/**
 * The secret that the request's CSRF cookie was made with, or the current one. next-auth accepts
 * only one secret, and would refuse a form that was loaded before the secret changed. The cookie
 * is `token|SHA-256(token + secret)`.
 */
export function csrfSecret(
  cookies: readonly { name: string; value: string }[],
  secrets: Secrets,
): string {
  const cookie = cookies.find(({ name }) => COOKIE.test(name));
  const [token = "", hash] = cookie?.value.split("|") ?? [];
  const hashUnder = (secret: string) =>
    createHash("sha256").update(`${token}${secret}`).digest("hex");
  return secrets.find((secret) => hashUnder(secret) === hash) ?? secrets[0];
}
