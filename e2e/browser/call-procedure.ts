import type { Page } from "playwright/test";

/** Calls a procedure as a script of the page would; resolves with status and the failure's code. */
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
