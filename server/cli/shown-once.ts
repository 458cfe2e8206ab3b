import { z } from "zod";
import type { Invitation } from "../core/team/links";
import type { CommandHost } from "./command";

/** An account whose user can choose a password at `setupUrl`. */
export const Setup = z.object({ email: z.string(), setupUrl: z.string() });
export type Setup = z.infer<typeof Setup>;

/** The one-time link. The token is in the fragment, which browsers never send to a server. */
export function setupOf({ siteUrl }: CommandHost, { email, token }: Invitation): Setup {
  return { email, setupUrl: `${siteUrl}/welcome#${token}` };
}

export function renderSetup({ email, setupUrl }: Setup): string {
  return [`Send this one-time link to ${email} to set a password:`, `  ${setupUrl}`].join("\n");
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
