/** The id of the heading that every page has. */
export const PAGE_TITLE_ID = "page-title";

// Dialogs give the focus back a moment after they have closed.
const AFTER_RETURN_MS = 50;
/** By then a list that the dialog has changed is read anew, or it will not be. */
const LONGEST_MS = 10_000;

/**
 * After a dialog: where the button that opened it is gone, or goes when the list is read anew, say
 * with the row of a revoked key, the focus goes to the page's heading instead of nowhere. Until the
 * reader does something else.
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
  // Not before: the key that closes a dialog may still be on its way through the page.
  const begin = () => {
    for (const deed of ["pointerdown", "keydown"]) {
      document.addEventListener(deed, end, { signal: over.signal, capture: true });
    }
    watch.observe(document.body, { childList: true, subtree: true });
    rescue();
  };
  const timers = [setTimeout(begin, AFTER_RETURN_MS), setTimeout(end, LONGEST_MS)];
  over.signal.addEventListener("abort", () => {
    watch.disconnect();
    timers.forEach(clearTimeout);
  });
}
