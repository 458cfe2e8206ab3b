/** Request headers by which proxy.ts tells the pages what only it knows. */
export const NONCE_HEADER = "x-latchkey-nonce";
/** Path and query of the page, to come back to after signing in. */
export const PATH_HEADER = "x-latchkey-path";
