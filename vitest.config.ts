import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * They need a process of their own: they start, suspend and kill processes, break stores, or
 * replace modules that other files have loaded unreplaced. They mostly wait.
 */
const PROCESSES = [
  "e2e/**/*.test.ts",
  "server/cli/nouns/doctor.test.ts",
  "server/core/{awake,idempotency}.test.ts",
  "server/core/keys/skewed-clocks.test.ts",
  "server/observe/{broken-stores,descriptors,health,watch}.test.ts",
  "server/rate-limit/{cluster,library-memory,limiter,outages}.test.ts",
  "server/rest/{client-patience,hold-between-processes,idempotency-embedded}.test.ts",
  "server/self-host/{cluster-primary,http-server-stopped,sender-process,watchdog}.test.ts",
  "server/start.test.ts",
  "server/stores/{control,disk-space,embedded,encryption,event-history,key-cache,migrate,postgres,redis}.test.ts",
  "server/stores/totals.test.ts",
  "server/webhooks/{crash,embedded,sharing}.test.ts",
  "server/wiring.test.ts",
];
/**
 * Many requests, rounds or sign-ins, with more than two seconds of CPU time: left out of
 * `npm run check`, as are PROCESSES.
 */
const LONG = [
  "server/auth/secret-rotation.test.ts",
  "server/core/columns.test.ts",
  "server/core/events/restore.test.ts",
  "server/core/imports/mutations.test.ts",
  "server/core/sign-in/{second-factor,sessions}.test.ts",
  "server/core/team/members.test.ts",
  "server/rate-limit/{hold,limit,promise,script}.test.ts",
  "server/rest/{breaking-changes,client,contract,failures,fuzz,hold}.test.ts",
  "server/self-host/demo/provide.test.ts",
  "server/trpc/{access,hostile-input}.test.ts",
];
/** Longest first: begun last, each of them would run alone at the end. */
const LONGEST = [
  ...["e2e/suspend", "e2e/cli", "e2e/outages", "e2e/staleness", "e2e/listener", "e2e/docs-samples"],
  ...["server/self-host/demo/provide", "server/rate-limit/promise", "server/rest/failures"],
  "server/rest/fuzz",
];

/** One project after another, because only files of the same project share a process. */
const ORDER = ["processes", "long", "quick"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return ORDER.indexOf(project.name) * 100 + (rank < 0 ? LONGEST.length : rank);
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

const resolve = { alias: [{ find: /^@\//, replacement: root }] };
const common = {
  environment: "node",
  // Processes, because tests send signals to their own and stop it.
  pool: "forks",
  // The machine is shared, so a slow test says nothing about the code under test.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  expect: { poll: { timeout: 20_000 } },
} as const;
/**
 * The files of a worker share its process: starting one and loading the product into it takes a
 * second of CPU time, longer than most files.
 */
const shared = { ...common, isolate: false };
const UNITS = ["server/**/*.test.ts", "app/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["e2e/support/vitest-setup.ts"],
    maxWorkers: 2,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: { ...shared, name: "quick", include: UNITS, exclude: [...LONG, ...PROCESSES] },
      },
      { resolve, test: { ...shared, name: "long", include: LONG } },
      { resolve, test: { ...common, name: "processes", include: PROCESSES } },
    ],
  },
});
