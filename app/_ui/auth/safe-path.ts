// Control characters and blanks: browsers drop some of them, which would turn "/\t/evil" into "//evil".
const UNSAFE = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const BASE = "http://latchkey.invalid";

/**
 * The path that may be followed after signing in: a relative one of this site, or "/" for everything
 * else (`//evil`, `/\evil`, schemes, control characters, the sign-in page itself).
 */
export function safePath(wanted: string | string[] | null | undefined): string {
  if (typeof wanted !== "string" || wanted.length > 2048) return "/";
  if (!wanted.startsWith("/") || wanted.startsWith("//") || UNSAFE.test(wanted)) return "/";
  if (!URL.canParse(wanted, BASE)) return "/";
  const url = new URL(wanted, BASE);
  // Dots are resolved only now, so that "/..//evil" is seen for what it is.
  if (url.origin !== BASE || url.pathname.startsWith("//")) return "/";
  if (/^\/(sign-in|second-factor|api)(\/|$)/.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string | null, reason?: "expired"): string {
  const query = new URLSearchParams();
  const target = safePath(path);
  if (target !== "/") query.set("callbackUrl", target);
  if (reason) query.set("reason", reason);
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}

/** The page on which a second factor has to be set up, and which leads to `path` afterwards. */
export function secondFactorPath(path: string | null): string {
  const target = safePath(path);
  return target === "/"
    ? "/second-factor"
    : `/second-factor?${new URLSearchParams({ callbackUrl: target })}`;
}
