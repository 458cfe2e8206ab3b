import { z } from "zod";
import type { Invitation } from "../../core/team/links";
import type { CommandHost } from "../command";

/** An account whose owner is to choose a password at `setupUrl`. */
export const Setup = z.object({ email: z.string(), setupUrl: z.string() });
export type Setup = z.infer<typeof Setup>;

/** The one-time link. The token is in the fragment, which browsers send to nobody. */
export function setupOf({ siteUrl }: CommandHost, { email, token }: Invitation): Setup {
  return { email, setupUrl: `${siteUrl}/welcome#${token}` };
}

/** The link for people. */
export function renderSetup({ email, setupUrl }: Setup): string {
  return [
    `Send ${email} this link, with which a password can be chosen, once:`,
    `  ${setupUrl}`,
  ].join("\n");
}
