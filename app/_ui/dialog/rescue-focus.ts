/** The ID of the heading that every page has. */
export const PAGE_TITLE_ID = "page-title";

// Dialogs restore the focus shortly after they close.
const AFTER_RETURN_MS = 50;
/** Lists that are fetched again have arrived by then. */
const MAX_WAIT_MS = 10_000;

// Dialogs note where to return the focus when they open, but a dialog whose code is being loaded may
// have moved the focus by then.
let lastOutside: HTMLElement | null = null;
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !target.closest("[role=dialog], [role=menu]"))
      lastOutside = target;
  });
}

/**
 * Keeps the focus on the page after a dialog closes: returns it to the last focused element, or moves
 * it to the page heading if that element disappears, now or when the list is refetched (the row of a
 * revoked key, for example). Stops as soon as the user presses a key or clicks.
 */
export function rescueFocus(): void {
  const over = new AbortController();
  const end = () => over.abort();
  const rescue = () => {
    if (document.activeElement !== document.body) return;
    lastOutside?.focus();
    // That element is gone, or disabled.
    if (document.activeElement === document.body) document.getElementById(PAGE_TITLE_ID)?.focus();
  };
  const watch = new MutationObserver(rescue);
  // Delayed: the keypress that closes a dialog may still be propagating.
  const begin = () => {
    for (const type of ["pointerdown", "keydown"]) {
      document.addEventListener(type, end, { signal: over.signal, capture: true });
    }
    watch.observe(document.body, { childList: true, subtree: true });
    rescue();
  };
  const timers = [setTimeout(begin, AFTER_RETURN_MS), setTimeout(end, MAX_WAIT_MS)];
  over.signal.addEventListener("abort", () => {
    watch.disconnect();
    timers.forEach(clearTimeout);
  });
}
