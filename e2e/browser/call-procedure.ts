import type { Page } from "playwright/test";

/** Calls a procedure from a script in the page; resolves with the status and the error code. */
export function callProcedure(page: Page, path: string, input: object) {
  return page.evaluate(
    async ({ path, input }) => {
      const response = await fetch(`/api/trpc/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      const body = await response.json();
      return { status: response.status, code: body.error?.data?.failure?.code ?? null };
    },
    { path, input },
  );
}
