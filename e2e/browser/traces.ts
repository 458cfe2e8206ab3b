import type { Page } from "playwright/test";

/**
 * A V8 heap snapshot, taken after garbage collection: everything the page's JavaScript can reach.
 */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return chunks.join("");
}

/** Everything that a page shows or leaves behind: document, URL, history and all storage. */
export function tracesOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify({
      html: document.documentElement.outerHTML,
      values: [...document.querySelectorAll("input, textarea")].map((field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
          ? field.value
          : "",
      ),
      url: window.location.href,
      history: window.history.state,
      title: document.title,
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      databases,
      caches,
    });
  });
}
