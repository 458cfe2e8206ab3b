/**
 * Sent with every response if NEXTAUTH_URL is https: HSTS for two years (RFC 6797). Without
 * includeSubDomains: other hosts are not ours to decide on.
 */
export const HTTPS_ONLY = ["strict-transport-security", "max-age=63072000"] as const;
