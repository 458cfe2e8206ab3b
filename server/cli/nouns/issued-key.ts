import { z } from "zod";

/** A key at the one time that its plaintext, in `key`, is shown. */
export const IssuedKey = z.object({
  id: z.string(),
  label: z.string(),
  scopes: z.array(z.string()),
  key: z.string(),
});
export type IssuedKey = z.infer<typeof IssuedKey>;

/** The issued key for people. */
export function renderIssued({ id, label, scopes, key }: IssuedKey): string {
  return [
    `API key "${label}" (${id}) with the scopes ${scopes.join(", ")}:`,
    `  ${key}`,
    "Copy it now: it is shown this once and kept nowhere.",
  ].join("\n");
}
