import { keepDrafts } from "./drafts";

/** The response header with the release of the server that responded. */
const HEADER = "x-nextjs-deployment-id";

declare global {
  interface Window {
    /** The release of the document; set by Next. */
    NEXT_DEPLOYMENT_ID?: string;
  }
}

/** The notice to show: the server has another release, or a part of the page could not be loaded. */
type Notice = "outdated" | "missing-part" | null;

const listeners = new Set<() => void>();
let isOutdated = false;
let notice: Notice = null;

/**
 * Compares the release of this page with that of the server. A page stays open while the server is
 * replaced: what the page still loads may be gone, and procedures may have changed. The notice is
 * shown only when something fails, because navigating loads the new release anyway.
 */
export const release = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  notice: (): Notice => notice,
  isOutdated: (): boolean => isOutdated,

  /** To be called with each response. */
  saw({ headers }: Response): void {
    const theirs = headers.get(HEADER);
    const ours = window.NEXT_DEPLOYMENT_ID;
    if (theirs === null || !ours || theirs === ours) return;
    isOutdated = true;
    if (notice !== null) show("outdated");
  },
  /** A procedure failed. */
  callFailed(): void {
    if (isOutdated) show("outdated");
  },
  /** A part of the page could not be loaded or shown. */
  partFailed(): void {
    show(isOutdated ? "outdated" : "missing-part");
  },
  dismiss(): void {
    show(null);
  },

  reload(): void {
    keepDrafts();
    window.location.reload();
  },
};

function show(next: Notice): void {
  if (next === notice) return;
  notice = next;
  for (const listener of listeners) listener();
}
