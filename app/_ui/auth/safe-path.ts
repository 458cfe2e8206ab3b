// Control characters and spaces: browsers drop some, which would turn "/\t/evil" into "//evil".
const UNSAFE = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const BASE = "http://latchkey.invalid";

/**
 * The path to open after sign-in: a relative path of this site, or "/" for anything else (`//evil`,
 * `/\evil`, schemes, control characters, the sign-in page itself). The second-factor setup stands
 * for the page that it redirects to.
 */
export function safePath(wanted: string | string[] | null | undefined): string {
  if (typeof wanted !== "string" || wanted.length > 2048) return "/";
  if (!wanted.startsWith("/") || wanted.startsWith("//") || UNSAFE.test(wanted)) return "/";
  if (!URL.canParse(wanted, BASE)) return "/";
  const url = new URL(wanted, BASE);
  // Checked after dots are resolved, so that "/..//evil" is recognized.
  if (url.origin !== BASE || url.pathname.startsWith("//")) return "/";
  if (url.pathname === "/second-factor") {
    return withFragment(safePath(url.searchParams.get("callbackUrl")), url.hash);
  }
  if (/^\/(sign-in|second-factor|api)(\/|$)/.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/**
 * `path` with the fragment of the page that was requested before, unless it has one. A fragment is
 * not sent to the server: browsers add it to the URL that they are redirected to.
 */
export function withFragment(path: string, fragment: string): string {
  return path.includes("#") ? path : path + fragment;
}

/** Why the user is led to the sign-in page, which explains it. */
export type EndReason = "expired" | "signed-out" | "password-lost" | "two-factor-lost";

/** The URL of the sign-in page that redirects to `path` afterwards. */
export function signInPath(path: string | null, reason?: EndReason): string {
  const query = new URLSearchParams();
  const target = safePath(path);
  if (target !== "/") query.set("callbackUrl", target);
  if (reason) query.set("reason", reason);
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}

/** The URL of the second-factor setup that redirects to `path` afterwards. */
export function secondFactorPath(path: string | null): string {
  const target = safePath(path);
  return target === "/"
    ? "/second-factor"
    : `/second-factor?${new URLSearchParams({ callbackUrl: target })}`;
}
