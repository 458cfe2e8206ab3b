/** The API that a request was sent to: ours, or the company's own, which asked about it. */
export const REQUEST_APIS = ["partner", "product"] as const;
export type RequestApi = (typeof REQUEST_APIS)[number];
