/** Request headers by which proxy.ts tells the pages what only it knows. */
export const NONCE_HEADER = "x-latchkey-nonce";
/** Path and query of the page, to come back to after signing in. */
export const PATH_HEADER = "x-latchkey-path";
/** The partner through whose eyes an operator's page asks its procedures; in pages it is a cookie. */
export const VIEWING_HEADER = "x-latchkey-viewing";
/** The same in the address of an export, which is a link and has no headers of its own. */
export const VIEWING_PARAMETER = "viewing";
