const MAX_LENGTH = 32;

/** Derives a code from a partner's name: "Acme Résale GmbH" becomes "acme-resale-gmbh". */
export function codeOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
}
