/** The ID of the heading that every page has. */
export const PAGE_TITLE_ID = "page-title";

// Dialogs restore the focus shortly after they close.
const AFTER_RETURN_MS = 50;
/** The list is refetched by then, if at all. */
const MAX_WAIT_MS = 10_000;

/**
 * Moves the focus to the page heading after a dialog closes, if the button that opened it
 * disappears, now or when the list is refetched (the row of a revoked key, for example). Stops as
 * soon as the user presses a key or clicks.
 */
export function rescueFocus(): void {
  const over = new AbortController();
  const end = () => over.abort();
  const rescue = () => {
    if (document.activeElement !== document.body) return;
    end();
    document.getElementById(PAGE_TITLE_ID)?.focus();
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
