// Import rules. The parser treats type imports as imports, so the rules apply to types as well.

// dependency-cruiser configures its swc parser without JSX and has no setting to change that.
const swc = require("@swc/core");
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) =>
  parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") });

const TESTS = "\\.test\\.tsx?$|\\.test-support\\.ts$|^server/(testing|.*/testing)/";
const ROUTES =
  "(page|layout|route|error|global-error|loading|not-found|template|default|icon|apple-icon|opengraph-image|robots|sitemap|manifest)\\.tsx?$";
const APP_ENTRIES = [`^app/${ROUTES}`, `^app/.*/${ROUTES}`, "^proxy\\.ts$"];
const ENTRIES = [
  ...APP_ENTRIES,
  "^server/start\\.mjs$",
  "^server/(boot|main|sender)\\.ts$",
  "^server/self-host/prepare-database\\.ts$",
  "^server/self-host/watchdog-thread\\.mjs$",
  "^server/self-host/pages/pages-thread\\.ts$",
  "^server/stores/embedded-thread\\.mjs$",
  "^server/cli/(latchkey|retry-after/conform)\\.ts$",
];
/** The files of a feature that other features of core may import. */
const BETWEEN_FEATURES = [
  "/(schema|queries|mutations)\\.ts$",
  // Rows as schemas return them, constants that schemas name, and words that several features use.
  "/(view|row|limits|titles)\\.ts$",
  // Apart from the queries of events, whose imports would slow down the command line.
  "^server/core/events/readable\\.ts$",
  // Whoever turns off a member's second factor causes the same mail as the member.
  "^server/core/sign-in/mail(s|-account)\\.ts$",
  // Search recognizes a key by its text, and platform keys are of the same form.
  "^server/core/keys/(format|record)\\.ts$",
  // The condition that a key is active, apart from its view: it loads Prisma's runtime.
  "^server/core/keys/live-sql\\.ts$",
  // Invitations are counted as sign-ins are, in one table.
  "^server/core/sign-in/throttle\\.ts$",
  // A new partner's owner is invited in the same transaction.
  "^server/core/team/links\\.ts$",
  // The log and requests for a limit show the peaks that usage shows.
  "^server/core/usage/peaks\\.ts$",
];
const OURS = "^(app|server|prisma|proxy\\.ts)";

/** Files in `from` may import only the listed files of this project. */
function layer(name, comment, from, mayImport) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from, pathNot: TESTS },
    to: { path: OURS, pathNot: [from, ...mayImport] },
  };
}

/** Only files in `from` may import `packages`. */
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
      comment: "Modules in a cycle have no clear order of initialization.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unused-files",
      comment: "A file that no entry point imports never runs.",
      severity: "error",
      // There are no cycles, so importers of importers end at an entry point. Asking what is reachable
      // from each entry point takes ten seconds longer.
      module: {
        path: "^(app|server)/",
        pathNot: [TESTS, ...ENTRIES, "\\.d\\.ts$"],
        numberOfDependentsLessThan: 1,
      },
      from: { path: "^(app|server)/|^proxy\\.ts$", pathNot: [TESTS, "\\.d\\.ts$"] },
    },
    {
      name: "no-missing-modules",
      comment: "The rules below can't check an import that can't be resolved.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-dev-dependencies-in-production",
      comment: "A production install has no dev dependencies.",
      severity: "error",
      from: { path: OURS, pathNot: TESTS },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm"] },
    },
    {
      name: "no-undeclared-packages",
      comment: "A package that is only a dependency of another one can disappear with it.",
      severity: "error",
      from: { pathNot: "^prisma/client/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-tests-in-production",
      comment: "Production code must not depend on test code.",
      severity: "error",
      from: { path: OURS, pathNot: TESTS },
      to: { path: [TESTS, "^(e2e|bench)/"] },
    },

    {
      name: "server-without-e2e",
      comment: "What tests of the server share with e2e and bench is in server/testing.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(e2e|bench)/" },
    },
    layer(
      "core-is-independent",
      "Core depends neither on its callers nor on the stores, except for the types of Prisma's client.",
      "^server/core/",
      ["^prisma/client/"],
    ),
    {
      name: "core-without-frameworks",
      comment:
        "Without framework and driver packages, core can't depend on a transport or a store. ibantools only computes.",
      severity: "error",
      from: { path: "^server/core/", pathNot: TESTS },
      to: { path: "node_modules/", pathNot: ["node_modules/(zod|ibantools)/"] },
    },
    {
      name: "kernel-imports-no-feature",
      comment: "Features stand on the kernel: it stays as it is when a feature comes or goes.",
      severity: "error",
      from: { path: "^server/core/kernel/", pathNot: TESTS },
      to: { path: "^server/core/", pathNot: ["^server/core/(kernel|values)/"] },
    },
    {
      name: "values-import-nothing",
      comment: "Values have no state, no input and no output, and know nothing of the product.",
      severity: "error",
      from: { path: "^server/core/values/", pathNot: TESTS },
      to: {
        path: ".",
        // Of Node only what calculates: formats of addresses, hashes and random bytes.
        pathNot: ["^server/core/values/", "node_modules/zod/", "^(node:)?(crypto|net|url)$"],
      },
    },
    {
      name: "features-meet-in-few-files",
      comment:
        "A feature changes its other files, and its tables for the registry, without a look at other features.",
      severity: "error",
      from: { path: "^server/core/([^/]+)/", pathNot: [TESTS, "^server/core/(kernel|values)/"] },
      to: {
        path: "^server/core/[^/]+/",
        pathNot: ["^server/core/($1|kernel|values)/", ...BETWEEN_FEATURES],
      },
    },
    layer(
      "rest-to-core-only",
      "A transport only calls core. It imports neither stores nor other transports.",
      "^server/rest/",
      ["^server/core/", "^server/pdf/"],
    ),
    layer(
      "trpc-to-core-only",
      "A transport only calls core. It imports neither stores nor other transports.",
      "^server/trpc/",
      ["^server/core/"],
    ),
    layer(
      "export-to-core-only",
      "A transport only calls core. It imports neither stores nor other transports. Exports take turns as passwords do.",
      "^server/export/",
      ["^server/core/", "^server/pdf/", "^server/auth/fair-queue\\.ts$"],
    ),
    layer(
      "pdf-to-core-only",
      "Documents are drawn from what core returns, and take turns as passwords do.",
      "^server/pdf/",
      ["^server/core/", "^server/auth/fair-queue\\.ts$"],
    ),
    only(
      "only-pdf-imports-pdfkit",
      "Drawing takes CPU time, so it takes turns in one folder.",
      "node_modules/(pdfkit|fontkit)/",
      ["^server/pdf/"],
    ),
    layer(
      "stores-to-core-only",
      "Stores implement the interfaces of core and the limiter, and depend on nothing else.",
      "^server/stores/",
      ["^server/core/", "^server/rate-limit/store\\.ts$", "^prisma/client/"],
    ),
    layer(
      "auth-to-core-only",
      "Sessions and passwords are shared by all transports, so they import none.",
      "^server/auth/",
      ["^server/core/", "^prisma/client/"],
    ),
    layer(
      "usage-to-core-only",
      "The recorder is not part of the request path and can be replaced.",
      "^server/usage/",
      ["^server/core/", "^prisma/client/"],
    ),
    layer(
      "delivery-to-core-only",
      "The dispatcher runs in the background and can be taken away whole.",
      "^server/delivery/",
      ["^server/core/", "^prisma/client/"],
    ),
    layer(
      "mail-to-core-only",
      "The mailer runs in the background and can be taken away whole.",
      "^server/mail/",
      ["^server/core/", "^server/env-mail\\.ts$", "^prisma/client/"],
    ),
    only(
      "only-mail-imports-nodemailer",
      "Mail servers are talked to in one folder, so timeouts and TLS are set in one place.",
      "node_modules/nodemailer/",
      ["^server/mail/"],
    ),
    layer(
      "observe-to-core-only",
      "Monitoring must not be able to change data.",
      "^server/observe/",
      ["^server/core/"],
    ),
    layer(
      "rate-limit-to-core-only",
      "The limiter is a pure model with a Lua twin; the wiring passes it a store.",
      "^server/rate-limit/",
      ["^server/core/"],
    ),
    layer(
      "app-to-transports-only",
      "Pages and routes use the transports, the sessions and the wiring. From core they import only schemas, constants and types, never queries or mutations; and the reader of files to import, which browsers use too.",
      "^app/",
      [
        "^server/(rest|trpc|export|auth)/",
        "^server/current-wiring\\.ts$",
        "^server/observe/http\\.ts$",
        "^server/core/.*\\b(schema|types|scopes|limits|view|actor|registry|errors|money|digits|invisible|currencies|countries|iban|networks|titles)\\.ts$",
        "^server/core/(imports/(csv-reader|record-reader|parts)|values/(csv|formula-cells))\\.ts$",
      ],
    ),
    {
      name: "transports-without-stores",
      comment: "A query outside core would skip its access checks.",
      severity: "error",
      from: { path: ["^app/", "^server/(rest|trpc|export)/"], pathNot: TESTS },
      to: { path: "node_modules/(@prisma|pg|ioredis|@upstash)/" },
    },
    {
      name: "self-host-is-optional",
      comment: "Deployments without our server don't need it; only `npm start` and the CLI use it.",
      severity: "error",
      from: {
        path: OURS,
        pathNot: [TESTS, "^server/self-host/", "^server/(main|sender)\\.ts$", "^server/cli/"],
      },
      to: { path: "^server/self-host/" },
    },
    {
      name: "no-demo-in-production",
      comment: "`npm start` passes the demo to the wiring; nothing else imports it.",
      severity: "error",
      from: { path: "^server/", pathNot: [TESTS, "^server/self-host/demo/", "^server/main\\.ts$"] },
      to: { path: "^server/self-host/demo/|^prisma/(?!client/)" },
    },
    {
      name: "wiring-is-the-root",
      comment:
        "The composition root imports every part, so a part that imports it would create a cycle.",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: [
          TESTS,
          "^server/(wiring|current-wiring|wiring-pages|boot|main|sender)\\.ts$",
          "^server/self-host/pages/(open|pages-thread)\\.ts$",
          "^server/cli/",
        ],
      },
      to: { path: "^server/(wiring|current-wiring|main|sender)\\.ts$|^server/cli/" },
    },

    only(
      "only-stores-import-drivers",
      "Drivers are used in one folder, so connections are configured in one place.",
      "node_modules/(ioredis|@prisma/adapter-pg|pg|@electric-sql)/",
      ["^server/stores/"],
    ),
    only(
      "only-app-and-its-loader-import-next",
      "The REST API, core and the CLI run without Next.",
      "node_modules/next/",
      ["^app/", "^proxy\\.ts$", "^server/self-host/pages/load-pages\\.ts$"],
    ),
    only(
      "one-kind-of-link",
      "A link shows that its page is loading (PageLink).",
      "node_modules/next/link",
      ["^app/_ui/layout/page-link\\.tsx$"],
    ),
    only(
      "parts-load-on-demand",
      "A part whose script is missing must not replace the page (onDemand, PartBoundary).",
      "node_modules/next/dynamic",
      [
        "^app/\\(dashboard\\)/partners/\\[partner\\]/overview/_ui/overview-page\\.tsx$",
        // A page of its own, which shows nothing else.
        "^app/_ui/layout/unknown-page\\.tsx$",
      ],
    ),
    only(
      "only-app-imports-react",
      "Only app renders components.",
      "node_modules/(react|react-dom|@mantine|@tanstack)/",
      ["^app/"],
    ),
    only(
      "only-auth-imports-password-packages",
      "Hashing, signing and reading sessions happen in one folder.",
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
