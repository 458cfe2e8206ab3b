import { z } from "zod";
import type { Invitation } from "../core/team/links";
import type { CommandHost } from "./command";
import { minute } from "./table";

/** An account whose user can choose a password at `setupUrl`. */
export const Setup = z.object({
  email: z.string(),
  setupUrl: z.string(),
  expiresAt: z.coerce.date(),
  isMailed: z.boolean(),
});
export type Setup = z.infer<typeof Setup>;

/** The one-time link. The token is in the fragment, which browsers never send to a server. */
export function setupOf({ siteUrl }: CommandHost, invitation: Invitation): Setup {
  const { email, token, expiresAt, isMailed } = invitation;
  return { email, setupUrl: `${siteUrl}/welcome#${token}`, expiresAt, isMailed };
}

export function renderSetup({ email, setupUrl, expiresAt, isMailed }: Setup): string {
  const link = `one-time link to set a password, valid until ${minute(expiresAt)}`;
  const says = isMailed ? `${email} is mailed this ${link}:` : `Send ${email} this ${link}:`;
  return [says, `  ${setupUrl}`].join("\n");
}

/** A new key with its plaintext in `key`, which is shown only once. */
export const IssuedKey = z.object({
  id: z.string(),
  label: z.string(),
  scopes: z.array(z.string()),
  key: z.string(),
});
type IssuedKey = z.infer<typeof IssuedKey>;

export function renderIssued(what: string, { id, label, scopes, key }: IssuedKey): string {
  return [
    `Created ${what} "${label}" (${id}) with the scopes ${scopes.join(", ")}:`,
    `  ${key}`,
    "Copy it now. You won't be able to see it again.",
  ].join("\n");
}
