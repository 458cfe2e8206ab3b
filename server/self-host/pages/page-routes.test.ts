import { expect, it } from "vitest";
import { pageRoutes, readPageRoutes } from "./page-routes";

/** As Next writes it. */
const BUILT = {
  manifest: {
    staticRoutes: [
      { page: "/", regex: "^/(?:/)?$" },
      { page: "/docs", regex: "^/docs(?:/)?$" },
      { page: "/icon.svg", regex: "^/icon\\.svg(?:/)?$" },
      { page: "/own-partner", regex: "^/own-partner(?:/)?$" },
      { page: "/operator", regex: "^/operator(?:/)?$" },
      { page: "/sign-in", regex: "^/sign\\-in(?:/)?$" },
    ],
    dynamicRoutes: [{ page: "/partners/[partner]/logs", regex: "^/partners/([^/]+?)/logs(?:/)?$" }],
    rewrites: {
      beforeFiles: [],
      afterFiles: [
        {
          destination: "/own-partner",
          regex: "^(?:/(overview|logs))(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))?(?:/)?$",
        },
      ],
      fallback: [],
    },
  },
  sources: {
    "/(auth)/sign-in/page": "/sign-in",
    "/(dashboard)/operator/page": "/operator",
    "/(dashboard)/partners/[partner]/logs/page": "/partners/[partner]/logs",
    "/docs/page": "/docs",
    "/icon.svg/route": "/icon.svg",
    "/own-partner/page": "/own-partner",
    "/page": "/",
  },
  files: ["latchkey.ts"],
};

it.each([
  ["/", "private"],
  ["/operator", "private"],
  ["/operator/", "private"],
  ["/partners/acme/logs", "private"],
  ["/logs", "private"],
  ["/overview/a/b", "private"],
  ["/own-partner", "private"],
  ["/docs", "public"],
  ["/sign-in", "public"],
  ["/icon.svg", "public"],
  ["/latchkey.ts", "public"],
  ["/docs/nothing", "unknown"],
  ["/partners/acme/nothing", "unknown"],
  ["/partners/acme", "unknown"],
  ["/Operator", "unknown"],
  ["/wp-login.php", "unknown"],
  // Next answers these in its own ways.
  ["/%6Fperator", "public"],
  ["/%", "public"],
  ["//operator", "public"],
  ["/a%2F%2Fb", "public"],
  ["/a\\b", "public"],
  ["/_next/static/x.js", "public"],
  ["/api/nothing", "public"],
  ["/API/nothing", "public"],
])("%s is %s", (path, kind) => {
  const { isUnknown, isPrivate } = pageRoutes(BUILT);
  const found = isUnknown(path) ? "unknown" : isPrivate(path) ? "private" : "public";
  expect(found).toBe(kind);
});

it("without a build, as in development, Next decides on each path", () => {
  const { isUnknown, isPrivate } = readPageRoutes("/nonexistent");
  expect([isUnknown("/wp-login.php"), isPrivate("/operator")]).toEqual([false, false]);
});
