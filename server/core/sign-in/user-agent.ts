/** The browser and system that a client claims to be; null if unknown. */
export type Device = { browser: string | null; system: string | null };

// The first match counts: nearly all browsers also claim to be Chrome, Safari and Mozilla.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Browser and system from a User-Agent header, without versions. Approximate: browsers have frozen
 * the header, and it only has to help people recognize their own devices.
 */
export function deviceOf(userAgent: string | null): Device {
  const first = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
