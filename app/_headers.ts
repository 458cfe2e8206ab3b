/** Request headers in which proxy.ts passes values to the pages. */
export const NONCE_HEADER = "x-latchkey-nonce";
/** Path and query of the page, to return to after sign-in. */
export const PATH_HEADER = "x-latchkey-path";
