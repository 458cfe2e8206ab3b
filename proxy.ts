import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { NONCE_HEADER, PATH_HEADER } from "@/app/_headers";
import { answerWithoutRoute } from "@/app/api/_routes";
import { readEnv } from "@/server/env";
import { HTTPS_ONLY } from "@/server/rest/https-only";

const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
} as const;

let settings: { isProduction: boolean; isHttps: boolean } | undefined;

/** Read once: they don't change while the process runs. */
function readSettings(): { isProduction: boolean; isHttps: boolean } {
  if (settings) return settings;
  const { isProduction, publicUrl } = readEnv();
  settings = { isProduction, isHttps: publicUrl?.startsWith("https:") ?? false };
  return settings;
}

/**
 * Gives each page its own nonce and the headers that block third-party code, and responds to
 * requests that have no page or route handler.
 */
export function proxy(request: NextRequest): Response {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the request's policy.
  headers.set("content-security-policy", policy);
  const response = unrouted(request) ?? NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(FIXED_HEADERS)) response.headers.set(name, value);
  if (readSettings().isHttps) response.headers.set(...HTTPS_ONLY);
  return response;
}

function unrouted({ method, nextUrl: { pathname } }: NextRequest): Response | null {
  return answerWithoutRoute({ method, pathname });
}

function contentSecurityPolicy(nonce: string): string {
  const { isProduction } = readSettings();
  // React's development build evaluates code, and Next's inserts styles without a nonce.
  const script = isProduction ? "" : " 'unsafe-eval'";
  const style = isProduction ? `'nonce-${nonce}'` : "'unsafe-inline'";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${script}`,
    `style-src 'self' ${style}`,
    // Mantine passes sizes and colors as style attributes, which can't run code.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// The REST API sets its own headers, and build output is not a page.
export const config = { matcher: ["/((?!api/v1/(?:reseller|platform)(?:/|$)|_next/static/).*)"] };
