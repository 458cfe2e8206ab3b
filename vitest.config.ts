import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isQuick } from "./server/testing/extent.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * They start, suspend and kill processes, or break stores. They mostly wait. `npm test` runs one of
 * each kind; the others are in THOROUGH. All other files in e2e/ are here.
 */
const PROCESSES = [
  "e2e/**/*.test.ts",
  "server/cli/open.test.ts",
  "server/core/kernel/awake.test.ts",
  "server/core/kernel/idempotency.test.ts",
  "server/core/keys/skewed-clocks.test.ts",
  "server/delivery/crash.test.ts",
  "server/delivery/embedded.test.ts",
  "server/delivery/hostile-addresses.test.ts",
  "server/delivery/notifier.test.ts",
  "server/delivery/sharing.test.ts",
  "server/mail/crash.test.ts",
  "server/observe/health.test.ts",
  "server/rate-limit/cluster.test.ts",
  "server/rate-limit/library-memory.test.ts",
  "server/rate-limit/limiter.test.ts",
  "server/rate-limit/outages.test.ts",
  "server/rest/client-patience.test.ts",
  "server/rest/hold-between-processes.test.ts",
  "server/rest/idempotency-embedded.test.ts",
  "server/self-host/cluster-primary.test.ts",
  "server/self-host/http-server-stopped.test.ts",
  "server/self-host/sender-process.test.ts",
  "server/start.test.ts",
  "server/stores/control.test.ts",
  "server/stores/embedded.test.ts",
  "server/stores/key-cache.test.ts",
  "server/stores/migrate.test.ts",
  "server/stores/postgres.test.ts",
  "server/stores/redis.test.ts",
  "server/stores/totals.test.ts",
  "server/wiring.test.ts",
];
/**
 * Only `npm run test:all` runs them: a rarer case of a kind that PROCESSES has, or many rounds of
 * it. By file, why it is here.
 */
const THOROUGH = {
  "e2e/body-delay.test.ts": "compares response times, for minutes",
  "e2e/docs-samples.test.ts": "runs every sample of the documentation in every language",
  "e2e/doctor.test.ts": "faults of the stores, each with a command in a process of its own",
  "e2e/export.test.ts": "an export of many rows to a slow client",
  "e2e/hanging-instance.test.ts": "one of several instances behind nginx hangs",
  "e2e/hardening.test.ts": "hostile clients: floods, slow senders, stolen cookies",
  "e2e/import.test.ts": "long imports that are killed and resumed",
  "e2e/next-headers.test.ts": "hundreds of requests for pages",
  "e2e/charges.test.ts": "server and client are killed while charges are recorded",
  "e2e/openapi-generators.test.ts": "third-party tools, 280 MB of packages",
  "e2e/protect-proxies.test.ts": "two proxies, each with 20 workers that wait",
  "e2e/protect-samples.test.ts": "runs the samples of protecting an API with every framework",
  "e2e/retry-after.test.ts": "clients that wait for minutes of a rate limit",
  "e2e/rolling-restart.test.ts": "instances behind nginx that are restarted one by one",
  "e2e/sender.test.ts": "the process that sends webhooks hangs or is killed",
  "e2e/sign-in-flood.test.ts": "sign-ins from 300 networks at once",
  "e2e/suspend.test.ts": "a machine that is suspended for longer than every timeout",
  "e2e/two-releases.test.ts": "builds a second release",
  "e2e/webhook-samples.test.ts": "runs the sample receivers in every language",
  "e2e/workers.test.ts": "workers that are killed, or die at their start",
  "e2e/writes-without-redis.test.ts": "writes while Redis is broken in four ways",
  "server/cli/nouns/doctor.test.ts": "a doctor's faults that need replaced modules",
  "server/observe/broken-stores.test.ts": "a store of its own for each way to be broken",
  "server/observe/descriptors.test.ts": "uses up all file descriptors",
  "server/observe/watch.test.ts": "freezes stores for as long as readiness waits",
  "server/self-host/watchdog.test.ts": "blocks event loops for as long as the watchdog waits",
  "server/stores/disk-space.test.ts": "fills a disk",
  "server/stores/encryption.test.ts": "a PostgreSQL server for each mode of encryption",
  "server/stores/event-history.test.ts": "recovers servers to a point in time",
};
const ONLY_THOROUGH = Object.keys(THOROUGH);
/**
 * Files of PROCESSES and THOROUGH with a process of their own: they suspend it, wait for its signals
 * or its end, replace modules that other files have loaded unreplaced, or replace its clock.
 */
const ALONE = [
  "e2e/hanging-instance.test.ts",
  "e2e/rolling-restart.test.ts",
  "e2e/sender.test.ts",
  "e2e/suspend.test.ts",
  "server/cli/nouns/doctor.test.ts",
  "server/core/kernel/awake.test.ts",
  "server/observe/descriptors.test.ts",
  "server/observe/watch.test.ts",
  "server/rate-limit/library-memory.test.ts",
  "server/self-host/cluster-primary.test.ts",
  "server/self-host/sender-process.test.ts",
  "server/self-host/watchdog.test.ts",
  "server/start.test.ts",
  "server/stores/control.test.ts",
  "server/stores/disk-space.test.ts",
  "server/stores/embedded.test.ts",
];
/**
 * Left out of `npm run check`, as are PROCESSES, THOROUGH and MORE_UNITS: the folders whose tests
 * need servers, sign-ins or many rounds, and other files with more than two seconds of CPU time.
 */
const LONG = [
  "server/{delivery,export,mail,pdf,rate-limit,self-host,stores}/**/*.test.ts",
  "server/cli/{doctor/look-at-postgres,month-end,nouns/charges,run}.test.ts",
  "server/cli/receiver/{conform,forward-events}.test.ts",
  "server/core/{alerts,imports,mail,notifications,partners,payout-details}/*.test.ts",
  "server/core/{scopes,search,sign-in,team,terms,transfers,webhooks}/*.test.ts",
  "server/core/customers/{lists,search,status,transfer,update}.test.ts",
  "server/core/events/{changes,platform}.test.ts",
  "server/core/{audit/sentences,charges/room,kernel/columns,leaks/mutations}.test.ts",
  "server/core/{payouts,prices}/mutations.test.ts",
  "server/core/{products/archive,requests/queries,usage/usage}.test.ts",
  "server/core/keys/{mutations,search}.test.ts",
  "server/core/values/exact-json.test.ts",
  "server/rest/{breaking-changes,client,client-listen,client-worker,common,contract}.test.ts",
  "server/rest/{fuzz,group-turns,hold,networks,openapi,openapi-documents}.test.ts",
  "server/rest/endpoints/{customers,events,partners,transfers,webhooks}.test.ts",
  "server/rest/platform-client.test.ts",
  "server/rest/platform/{charges,metrics,payouts,verify}.test.ts",
  "server/trpc/{access,once,seen}.test.ts",
  "server/usage/retention.test.ts",
  "app/(dashboard)/operator/imports/_ui/upload/upload.test.ts",
];
/**
 * Units that only `npm run test:all` runs. By file, what they add to those that `npm test` runs.
 */
const MORE_UNITS = {
  "server/auth/secret-rotation.test.ts": "rotation of the secret through all that it protects",
  "server/core/charges/plans.test.ts": "query plans among 100,000 rows",
  "server/core/events/restore.test.ts": "databases that are restored, replaced and copied",
  "server/core/keys/plans.test.ts": "query plans among 100,000 rows",
  "server/core/sign-in/clock-jumps.test.ts": "clocks that are set forward and back",
  "server/core/transfers/plans.test.ts": "query plans among 100,000 rows",
  "server/core/transfers/races.test.ts": "twenty operators at once",
  "server/delivery/attention.test.ts": "the overview and the notifications, compared day by day",
  "server/delivery/disturbances.test.ts": "stores and endpoints that change during deliveries",
  "server/delivery/plans.test.ts": "query plans among 100,000 rows",
  "server/delivery/unrecorded.test.ts": "deliveries that are sent faster than they are recorded",
  "server/mail/faults.test.ts": "a mail server with each fault",
  "server/rate-limit/epoch-outages.test.ts": "writes during each kind of outage of Redis",
  "server/rate-limit/hold-batches.test.ts": "batches of requests that wait, in many sizes",
  "server/rate-limit/mixed-costs.test.ts": "workers with requests of different costs",
  "server/rest/failures.test.ts": "each documented failure of each endpoint",
  "server/self-host/pages/kept-pages.test.ts": "pages that are rendered once, in all their ways",
  "server/stores/embedded-sessions.test.ts": "connections that share the embedded database",
  "server/stores/lookup-throttle.test.ts": "floods of unknown keys",
  "server/stores/money-migration.test.ts": "migrations of 100,000 charges",
  "server/stores/schema-parts.test.ts": "restores that were interrupted",
  "server/trpc/hostile-input.test.ts": "hostile values for each procedure",
};
const ONLY_MORE_UNITS = Object.keys(MORE_UNITS);
/** Longest first: begun last, each of them would run alone at the end. */
const LONGEST = [
  ...["e2e/two-releases", "e2e/suspend", "e2e/docs-samples", "e2e/hardening", "e2e/workers"],
  ...["e2e/import", "e2e/rolling-restart", "e2e/sign-in-flood", "server/mail/crash"],
  ...["e2e/staleness", "e2e/restart", "e2e/outages", "e2e/cli", "e2e/listener"],
  ...["e2e/operations-docs", "server/stores/embedded", "e2e/shutdown"],
  ...["server/rate-limit/limit", "server/rate-limit/script", "server/trpc/access"],
  ...["server/self-host/demo/provide", "server/rate-limit/promise", "server/rest/failures"],
  ...["server/rest/fuzz", "server/core/team/operators"],
];

/** One project after another, because only files of the same project share a process. */
const ORDER = ["thorough-alone", "thorough", "processes-alone", "processes", "more-units", "units"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return ORDER.indexOf(project.name) * 100 + (rank < 0 ? LONGEST.length : rank);
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

// A moved file would silently run in another project.
for (const file of [...PROCESSES, ...LONG, ...ONLY_THOROUGH, ...ONLY_MORE_UNITS, ...ALONE]) {
  if (!/[*{]/.test(file) && !existsSync(new URL(file, import.meta.url)))
    throw new Error(`vitest.config.ts lists ${file}, which does not exist.`);
}

const resolve = { alias: [{ find: /^@\//, replacement: root }] };
const common = {
  environment: "node",
  // Processes, because tests send signals to their own and stop it.
  pool: "forks",
  // The machine is shared, so a slow test says nothing about the code under test.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  teardownTimeout: 20_000,
  expect: { poll: { timeout: 20_000 } },
} as const;
const LONG_TESTS = { testTimeout: 600_000 };
// With `exclude`, Vitest's own default no longer applies: e2e/openapi-generators has packages.
const PACKAGES = "**/node_modules/**";

/**
 * The files of a worker share its process, unless `isolate`: starting one and loading the product
 * into it takes seconds of CPU time, longer than most files.
 */
function project(
  name: string,
  files: { include: string[]; exclude: string[] },
  own: { isolate?: boolean; testTimeout?: number } = {},
) {
  const exclude = [...files.exclude, PACKAGES];
  return {
    resolve,
    test: { ...common, isolate: false, ...own, name, include: files.include, exclude },
  };
}

const isThorough = (file: string) => ONLY_THOROUGH.includes(file);
const THOROUGH_ALONE = ALONE.filter(isThorough);
const PROCESSES_ALONE = ALONE.filter((file) => !isThorough(file));

export default defineConfig({
  test: {
    globalSetup: ["e2e/support/vitest-setup.ts"],
    maxWorkers: 2,
    passWithNoTests: false,
    // Each project transforms the product for itself: the second one takes the first one's results.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      project("units", {
        include: ["server/**/*.test.ts", "app/**/*.test.ts"],
        exclude: [...(isQuick ? LONG : []), ...PROCESSES, ...ONLY_THOROUGH, ...ONLY_MORE_UNITS],
      }),
      project("more-units", { include: ONLY_MORE_UNITS, exclude: [] }),
      project("processes", { include: PROCESSES, exclude: [...ALONE, ...ONLY_THOROUGH] }),
      project("processes-alone", { include: PROCESSES_ALONE, exclude: [] }, { isolate: true }),
      project("thorough", { include: ONLY_THOROUGH, exclude: ALONE }, LONG_TESTS),
      project(
        "thorough-alone",
        { include: THOROUGH_ALONE, exclude: [] },
        { isolate: true, ...LONG_TESTS },
      ),
    ],
  },
});
