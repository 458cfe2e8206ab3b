/** Where the browser keeps what was typed, from the page that is left to the one after it. */
export const KEPT_DRAFTS = "latchkey-drafts";

const keepers = new Set<() => void>();

/** `keep` is called by keepDrafts(). */
export const onKeepDrafts = (keep: () => void) => void keepers.add(keep);

/** Keeps what was typed. To be called before this page is loaded again, at once or after a sign-in. */
export function keepDrafts(): void {
  for (const keep of keepers) keep();
}
