/** The host of an endpoint's URL, which is enough to tell endpoints apart. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
