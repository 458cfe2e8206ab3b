import { operate, type Row } from "./callers";

/** The operators' start page and list of partners. */
export const homeRows = (): Record<string, Row> => ({
  "home.get": operate(() => undefined),
  "partners.ranked": operate(() => ({ sort: "-revenue" })),
});
