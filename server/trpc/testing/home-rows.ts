import type { Row } from "./callers";

const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });

/** The operators' start page and list of partners. */
export const homeRows = (): Record<string, Row> => ({
  "home.get": operate(() => undefined),
  "partners.ranked": operate(() => ({ sort: "-revenue" })),
});
