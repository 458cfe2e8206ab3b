/** The supported encodings, preferred first. */
const ENCODINGS = ["br", "gzip"] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];

/**
 * The encoding that the Accept-Encoding header weighs highest (RFC 9110, section 12.5.3); null for
 * none. On a tie: Brotli.
 */
export function preferredEncoding(accept: string | null | undefined): ContentEncoding | null {
  const weights = weightsOf(accept ?? "");
  let preferred: ContentEncoding | null = null;
  // Without a weight of its own, identity is used only if no other encoding is accepted.
  let most = weights.get("identity") ?? 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    const isLiked = preferred === null ? weight > 0 && weight >= most : weight > most;
    if (isLiked) [preferred, most] = [encoding, weight];
  }
  return preferred;
}

/**
 * The weight of each encoding in a header like `br;q=0.9, gzip`, from 0 to 1. A malformed weight
 * counts as 0.
 */
function weightsOf(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const [, quality] = parameters.map((text) => /^q\s*=\s*(.*)$/.exec(text)).find(Boolean) ?? [];
    const weight = quality === undefined ? 1 : Number(quality);
    weights.set(name === "x-gzip" ? "gzip" : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
