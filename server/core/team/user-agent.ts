/** What a session runs in, as far as it says so itself; null where it does not. */
export type Device = { browser: string | null; system: string | null };

// The first that matches counts: nearly all of them also claim to be Chrome, Safari and Mozilla.
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
 * Browser and system out of a User-Agent header. Roughly, and without versions: browsers have frozen
 * what they say of themselves, and all that this is for is to recognise one's own devices.
 */
export function deviceOf(userAgent: string | null): Device {
  const first = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
