/** The client's address as our own server wrote it; null where nobody trustworthy has said it. */
export function clientAddress(headers: Headers, options: { hasOwnServer: boolean }): string | null {
  // A header that a client may have made up is worse than none.
  return options.hasOwnServer ? headers.get("x-forwarded-for") : null;
}
