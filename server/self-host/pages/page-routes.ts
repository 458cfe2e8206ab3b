import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is known of a path before a page is rendered. */
export type PageRoutes = {
  /** Whether there is no page, route handler or file at the path. */
  isUnknown(path: string): boolean;
  /** Whether the page at the path redirects everybody who is not signed in to /sign-in. */
  isPrivate(path: string): boolean;
};

/** Knows nothing, as in development: Next decides on each path. */
export const NO_ROUTES: PageRoutes = { isUnknown: () => false, isPrivate: () => false };

type Route = { page: string; regex: string };
type Manifest = {
  staticRoutes: Route[];
  dynamicRoutes: Route[];
  rewrites: Record<
    "beforeFiles" | "afterFiles" | "fallback",
    { regex: string; destination: string }[]
  >;
};

/** The pages with the layout of users, and the two that redirect: app/page.tsx and app/own-partner. */
const PRIVATE = /^\/(\(dashboard\)\/.*|own-partner\/)?page$/;

/** Reads the lists of routes that Next has written when it built the product in `root`. */
export function readPageRoutes(root: string): PageRoutes {
  const built = join(root, ".next");
  const manifest = join(built, "routes-manifest.json");
  if (!existsSync(manifest)) return NO_ROUTES;
  const files = existsSync(join(root, "public")) ? readdirSync(join(root, "public")) : [];
  return pageRoutes({
    manifest: JSON.parse(readFileSync(manifest, "utf8")),
    sources: JSON.parse(readFileSync(join(built, "app-path-routes-manifest.json"), "utf8")),
    files,
  });
}

export function pageRoutes(built: {
  manifest: Manifest;
  /** The page of each source file. */
  sources: Readonly<Record<string, string>>;
  /** The names in the folder of public files. */
  files: readonly string[];
}): PageRoutes {
  const { staticRoutes, dynamicRoutes, rewrites } = built.manifest;
  const pages = Object.entries(built.sources).filter(([source]) => PRIVATE.test(source));
  const ofUsers = new Set(pages.map(([, page]) => page));
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => {
    return { isPrivate: ofUsers.has(page), pattern: new RegExp(regex) };
  });
  const rewritten = Object.values(rewrites).flat();
  const elsewhere = rewritten.map(({ destination, regex }) => {
    return { isPrivate: ofUsers.has(destination), pattern: new RegExp(regex) };
  });
  const files = new Set(built.files);
  const find = (path: string) =>
    [...routes, ...elsewhere].find(({ pattern }) => pattern.test(path));

  return {
    isUnknown(path) {
      const decoded = decode(path);
      // Next answers these in its own ways: other spellings of a path, and what it serves itself.
      if (decoded === null || /\/\/|\\/.test(decoded) || /^\/(_next|api)(\/|$)/i.test(decoded))
        return false;
      const [, top = ""] = decoded.split("/");
      return !files.has(top) && !find(path) && !find(decoded);
    },
    isPrivate: (path) => find(path)?.isPrivate ?? false,
  };
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
