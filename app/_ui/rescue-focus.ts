/** The id of the heading that every page has. */
export const PAGE_TITLE_ID = "page-title";

// Dialogs give the focus back a moment after they have closed.
const AFTER_RETURN_MS = 50;

/**
 * After a dialog: where the button that opened it is gone, say with the row of a revoked key, the
 * focus goes to the page's heading instead of nowhere.
 */
export function rescueFocus(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById(PAGE_TITLE_ID)?.focus();
  }, AFTER_RETURN_MS);
}
