/**
 * The header of every response where NEXTAUTH_URL is https: for two years, so that no visit begins in the
 * clear (RFC 6797). Subdomains are not ours to decide on.
 */
export const HTTPS_ONLY = ["strict-transport-security", "max-age=63072000"] as const;
