// Who may import whom. The parser sees type imports as imports, so a rule binds types as well.

// dependency-cruiser asks its swc parser for TypeScript without JSX, and has no setting for it.
const swc = require("@swc/core");
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) =>
  parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") });

const TESTS = "\\.test\\.tsx?$|\\.test-support\\.ts$|^server/.*/testing/";
const ROUTES =
  "(page|layout|route|error|global-error|loading|not-found|template|default|icon|apple-icon|opengraph-image|robots|sitemap|manifest)\\.tsx?$";
const APP_ENTRIES = [`^app/${ROUTES}`, `^app/.*/${ROUTES}`, "^proxy\\.ts$"];
const ENTRIES = [
  ...APP_ENTRIES,
  "^server/start\\.mjs$",
  "^server/main\\.ts$",
  "^server/self-host/watchdog-thread\\.mjs$",
  "^server/cli/latchkey\\.ts$",
];
const OURS = "^(app|server|prisma|proxy\\.ts)";

/** What is in `from` imports nothing of ours but what is listed. */
function layer(name, comment, from, mayImport) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from, pathNot: TESTS },
    to: { path: OURS, pathNot: [from, ...mayImport] },
  };
}

/** What is in `packages` is imported from `from` and nowhere else. */
function only(name, comment, packages, from) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: OURS, pathNot: [TESTS, ...from] },
    to: { path: packages },
  };
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle has no order to read it in, and none to initialise it in.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-dead-files",
      comment: "A file that no entry point leads to is compiled, reviewed and never run.",
      severity: "error",
      from: { path: ENTRIES },
      to: { path: "^(app|server)/", pathNot: [TESTS, ...ENTRIES, "\\.d\\.ts$"], reachable: false },
    },
    {
      name: "no-missing-modules",
      comment: "An import that leads nowhere would also be an import that no rule below sees.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-dev-dependencies-in-the-product",
      comment: "A production install has none of them. The bundler is what makes dist.",
      severity: "error",
      from: { path: OURS, pathNot: [TESTS, "^server/start-steps\\.mjs$"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm"] },
    },
    {
      name: "no-undeclared-packages",
      comment: "A package that only came along with another one leaves with it.",
      severity: "error",
      from: { pathNot: "^prisma/client/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "product-not-to-tests",
      comment: "What only tests need must not be what the product runs on.",
      severity: "error",
      from: { path: OURS, pathNot: TESTS },
      to: { path: [TESTS, "^(e2e|bench)/"] },
    },

    layer(
      "core-stands-alone",
      "The product knows neither who calls it nor where it is stored; Prisma's client is its language for data.",
      "^server/core/",
      ["^prisma/client/"],
    ),
    {
      name: "core-without-frameworks",
      comment:
        "No face and no store can leak into the core when it has no package to speak to one.",
      severity: "error",
      from: { path: "^server/core/", pathNot: TESTS },
      to: { path: "node_modules/", pathNot: ["node_modules/zod/"] },
    },
    layer(
      "rest-to-core-only",
      "A face translates; it has no stores, and nothing from the other face.",
      "^server/rest/",
      ["^server/core/"],
    ),
    layer(
      "trpc-to-core-only",
      "A face translates; it has no stores, and nothing from the other face.",
      "^server/trpc/",
      ["^server/core/"],
    ),
    layer(
      "export-to-core-only",
      "A face translates; it has no stores, and nothing from the other faces.",
      "^server/export/",
      ["^server/core/"],
    ),
    layer(
      "stores-to-core-only",
      "Core declares what it needs from a store, and the limiter where its buckets live; a store knows nobody else.",
      "^server/stores/",
      ["^server/core/", "^server/rate-limit/store\\.ts$", "^prisma/client/"],
    ),
    layer(
      "auth-to-core-only",
      "Sessions and passwords serve every face, so they know none.",
      "^server/auth/",
      ["^server/core/", "^prisma/client/"],
    ),
    layer(
      "usage-to-core-only",
      "The recorder is off the request path and can be taken away whole.",
      "^server/usage/",
      ["^server/core/", "^prisma/client/"],
    ),
    layer(
      "observe-to-core-only",
      "What watches the product must not be able to change it.",
      "^server/observe/",
      ["^server/core/"],
    ),
    layer(
      "rate-limit-to-core-only",
      "The limiter is a pure model with a twin in Lua; the wiring hands it a store.",
      "^server/rate-limit/",
      ["^server/core/"],
    ),
    layer(
      "app-mounts-and-shows",
      "Screens and mounts reach the product through the faces, the sessions and the wiring; of core they see the shapes of data, never the services.",
      "^app/",
      [
        "^server/(rest|trpc|export|auth)/",
        "^server/wiring\\.ts$",
        "^server/observe/http\\.ts$",
        "^server/core/.*\\b(schema|scopes|limits|view|actor|access|errors|money|currencies)\\.ts$",
      ],
    ),
    {
      name: "faces-without-stores",
      comment: "A screen that queries the database skips the access checks that core makes.",
      severity: "error",
      from: { path: ["^app/", "^server/(rest|trpc|export)/"], pathNot: TESTS },
      to: { path: "node_modules/(@prisma|pg|ioredis|@upstash)/" },
    },
    {
      name: "self-host-is-optional",
      comment:
        "Deployments without a server of ours run without it; only `npm start` and the command line use it.",
      severity: "error",
      from: {
        path: OURS,
        pathNot: [TESTS, "^server/self-host/", "^server/main\\.ts$", "^server/cli/"],
      },
      to: { path: "^server/self-host/" },
    },
    {
      name: "no-demo-in-the-product",
      comment: "The demo is handed to the wiring by `npm start`; nothing else knows it.",
      severity: "error",
      from: { path: "^server/", pathNot: [TESTS, "^server/self-host/demo/", "^server/main\\.ts$"] },
      to: { path: "^server/self-host/demo/|^prisma/(?!client/)" },
    },
    {
      name: "wiring-is-the-root",
      comment:
        "The composition root knows everybody; whoever it wires and who imports it back is a cycle.",
      severity: "error",
      from: { path: "^server/", pathNot: [TESTS, "^server/(wiring|main)\\.ts$", "^server/cli/"] },
      to: { path: "^server/(wiring|main)\\.ts$|^server/cli/" },
    },

    only(
      "only-stores-speak-to-stores",
      "One folder holds the drivers, so that what is connected to is decided in one place.",
      "node_modules/(ioredis|@prisma/adapter-pg|pg|@electric-sql)/",
      ["^server/stores/"],
    ),
    only(
      "only-app-and-main-know-next",
      "The REST face, the core and the command line run without Next.",
      "node_modules/next/",
      ["^app/", "^proxy\\.ts$", "^server/main\\.ts$"],
    ),
    only(
      "only-app-knows-react",
      "What renders is in app; nothing on the server side needs a screen.",
      "node_modules/(react|react-dom|@mantine|@tabler|@tanstack)/",
      ["^app/"],
    ),
    only(
      "only-auth-knows-passwords",
      "One folder hashes, signs and reads sessions.",
      "node_modules/(next-auth|@node-rs/argon2)/",
      ["^server/auth/", "^app/", "^proxy\\.ts$"],
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript API, so dependency-cruiser can't use it to parse.
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^prisma/client/"] },
    // Anchored: the entry file of many a package is in a folder "dist" too.
    exclude: { path: "^(\\.next|dist|\\.data|e2e/\\.report)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
