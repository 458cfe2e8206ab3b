/**
 * Sets the color scheme that the user chose, or the system's, and follows the system when it
 * changes. The same key and attribute as Mantine's, so that pages with and without Mantine look
 * alike. Uses nothing outside itself, because HEAD_SCRIPT contains its text. Returns a function that
 * ends it.
 */
export function followColorScheme(): () => void {
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const setScheme = () => {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem("mantine-color-scheme-value");
    } catch {}
    const system = isDark.matches ? "dark" : "light";
    const scheme = chosen === "light" || chosen === "dark" ? chosen : system;
    document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  };
  setScheme();
  isDark.addEventListener("change", setScheme);
  return () => isDark.removeEventListener("change", setScheme);
}

/**
 * Asks again for a script of the page whose request failed, after 1, 3 and 9 seconds. The browser
 * does not, and without one of them no button of the page works, and nothing says so. Uses nothing
 * outside itself, as followColorScheme().
 */
function repeatLostScripts(): void {
  const PAUSES_MS = [1_000, 3_000, 9_000];
  const failures = new Map<string, number>();
  const known = new WeakSet<HTMLScriptElement>();
  const repeat = (lost: EventTarget | null) => {
    if (!(lost instanceof HTMLScriptElement) || !lost.src.includes("/_next/static/")) return;
    if (known.has(lost)) return;
    known.add(lost);
    const failed = failures.get(lost.src) ?? 0;
    failures.set(lost.src, failed + 1);
    const pauseMs = PAUSES_MS[failed];
    if (pauseMs === undefined) return;
    const again = document.createElement("script");
    again.nonce = lost.nonce;
    // Turbopack knows a script by this text, not by the whole URL.
    again.setAttribute("src", lost.getAttribute("src") ?? "");
    setTimeout(() => document.head.append(again), pauseMs);
  };
  // Errors of elements do not bubble.
  addEventListener("error", ({ target }) => repeat(target), { capture: true });
  // Of the scripts that stand before this one, some may have failed already.
  for (const script of document.scripts) {
    const request = performance.getEntriesByName(script.src).at(-1);
    if (!(request instanceof PerformanceResourceTiming)) continue;
    const { responseStatus: status, decodedBodySize } = request;
    if (status >= 400 || (status === 0 && decodedBodySize === 0)) repeat(script);
  }
}

/**
 * Runs before the page is shown. Libraries that create style elements read the document's nonce
 * from `__webpack_nonce__`.
 */
export const HEAD_SCRIPT = `
window.__webpack_nonce__ = document.currentScript.nonce;
(${followColorScheme})();
(${repeatLostScripts})();
`;
