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
 * Runs before the page is shown. Libraries that create style elements read the document's nonce
 * from `__webpack_nonce__`.
 */
export const HEAD_SCRIPT = `
window.__webpack_nonce__ = document.currentScript.nonce;
(${followColorScheme})();
`;
