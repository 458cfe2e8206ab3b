/** Why no response was received, in words for the endpoint's owner. */
export class SendFault extends Error {
  override readonly name = "SendFault";
}

/**
 * The same for a host without an address and for one with a private address: otherwise partners
 * could ask which names of our network exist.
 */
export const NOT_PUBLIC = "must point to a host with a public address";
export const REFUSED = `the URL ${NOT_PUBLIC}`;

const NOT_HTTP = "the response is not valid HTTP";
const RESET = "connection reset";
const TOO_LARGE = "the response's headers are too large";
const SELF_SIGNED = "the certificate is self-signed";
const UNKNOWN_ISSUER = "the certificate's issuer is unknown, or its chain is incomplete";
const HANDSHAKE = "the TLS handshake failed";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: RESET,
  EPIPE: RESET,
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ETIMEDOUT: "connection timed out",
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  UND_ERR_HEADERS_OVERFLOW: TOO_LARGE,
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  CERT_REVOKED: "the certificate was revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
};
/** By the beginning of the code. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ["HPE_", NOT_HTTP],
  ["UND_ERR_", NOT_HTTP],
  ["ERR_SSL_", HANDSHAKE],
  ["EPROTO", HANDSHAKE],
  ["CERT_", "the certificate is not valid"],
];
/** undici's message; its code is that of several faults. */
const CLOSED = "other side closed";

/** Never the text of a library or of the system, which may reveal our network. */
export function reasonOf(error: unknown): string {
  if (error instanceof SendFault) return error.message;
  if (!(error instanceof Error)) return "the request failed";
  if (error.message === CLOSED) return "connection closed before a response";
  // Not all of them have a code.
  if (error.name === "HTTPParserError" && !("code" in error && error.code)) return NOT_HTTP;
  // Several addresses were tried, and each failed.
  const [first] = error instanceof AggregateError ? error.errors : [];
  const code = String("code" in error ? error.code : Object(first).code);
  const family = FAMILIES.find(([start]) => code.startsWith(start));
  return REASONS[code] ?? family?.[1] ?? "the request failed";
}
