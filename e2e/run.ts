import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SETTING_NAMES } from "../server/env";
import { provide, type Tool } from "./support/packages";
import { layOutPreviousRelease } from "./support/previous-release";
import {
  type OwnedProcess,
  releaseEverything,
  spawnOwned,
  temporaryFolder,
} from "./support/processes";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REPORT = join(ROOT, "e2e/.report");
const BIN = join(ROOT, "node_modules/.bin");
const CRUISED = ["app", "server", "prisma", "e2e", "bench", "docs", "proxy.ts", "next.config.mjs"];

// What the quick check leaves to `npm test`: crowds of callers, races, broken stores, processes, browsers.
const SLOW = [
  "e2e/**",
  "server/rate-limit/{limit,limiter,promise,outages,script}.test.ts",
  "server/stores/{control,embedded,key-cache,migrate,postgres,totals}.test.ts",
  "server/core/idempotency.test.ts",
  "server/host/demo.test.ts",
  "server/observe/watch.test.ts",
  "server/start.test.ts",
  "server/rest/{client-patience,fuzz,idempotency-embedded}.test.ts",
];

// The settings of a developer's shell must not reach the product under test.
const SETTINGS = new Set(SETTING_NAMES);
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name))),
  NEXT_TELEMETRY_DISABLED: "1",
  // Whatever a killed test leaves behind goes with this folder.
  TMPDIR: temporaryFolder("t", 0o711),
};

interface Count {
  passed: number;
  failed: number;
}

interface Step {
  title: string;
  run: () => Promise<Count>;
}

let current: OwnedProcess | undefined;
let isStopping = false;

/** Runs a program of this repository; its output is shown at once, or only when it fails. */
async function execute(
  command: string,
  args: string[],
  options: { shows: "always" | "failure"; cwd?: string },
): Promise<boolean> {
  if (isStopping) return false;
  current = spawnOwned({
    command,
    args,
    cwd: options.cwd ?? ROOT,
    printsHere: options.shows === "always",
    env: environment,
  });
  const result = await current.exited;
  if (result !== 0 && options.shows === "failure") process.stdout.write(current.output());
  current = undefined;
  return result === 0;
}

/** A check that knows no numbers: it counts as one test. */
function check(title: string, work: () => Promise<boolean>): Step {
  return { title, run: async () => ((await work()) ? ONE_PASSED : ONE_FAILED) };
}

const ONE_PASSED: Count = { passed: 1, failed: 0 };
const ONE_FAILED: Count = { passed: 0, failed: 1 };

const types = check("types", async () => {
  // Next writes the types of routes and of CSS modules; a fresh clone has neither.
  if (!(await execute(join(BIN, "next"), ["typegen"], { shows: "failure" }))) return false;
  return execute(join(BIN, "tsc"), ["--noEmit"], { shows: "failure" });
});

const lint = check("lint", () =>
  execute(join(BIN, "biome"), ["check", "--error-on-warnings"], { shows: "failure" }),
);

const architecture = check("architecture", () => {
  const present = CRUISED.filter((path) => existsSync(join(ROOT, path)));
  const args = ["--config", ".dependency-cruiser.cjs", ...present];
  return execute(join(BIN, "depcruise"), args, { shows: "failure" });
});

const build = check("build", () =>
  execute(process.execPath, ["server/start.mjs", "build"], { shows: "always" }),
);

function vitest(title: string, filters: string[]): Step {
  return { title, run: () => runVitest(filters, ROOT) };
}

async function runVitest(filters: string[], cwd: string): Promise<Count> {
  const file = join(REPORT, "vitest.json");
  rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const args = ["run", ...reporters, ...filters];
  const isGreen = await execute(join(BIN, "vitest"), args, { shows: "always", cwd });
  const report = readReport(file) as { numPassedTests?: number; numTotalTests?: number };
  return strict({ passed: report.numPassedTests, total: report.numTotalTests, isGreen });
}

const previousRelease: Step = {
  title: "the previous release on the schema of this one",
  run: async () => {
    const laidOut = await layOutPreviousRelease(ROOT);
    if (laidOut !== null) return runVitest(laidOut.tests, laidOut.folder);
    console.log("Left out: there is no git history to take the previous release from.");
    return { passed: 0, failed: 0 };
  },
};

const browser: Step = {
  title: "browser",
  run: async () => {
    const file = join(REPORT, "playwright.json");
    rmSync(file, { force: true });
    const isGreen = await execute(join(BIN, "playwright"), ["test"], { shows: "always" });
    const { stats = {} } = readReport(file) as { stats?: Record<string, number> };
    const total = ["expected", "unexpected", "skipped", "flaky"]
      .map((name) => stats[name] ?? 0)
      .reduce((sum, count) => sum + count, 0);
    return strict({ passed: stats.expected, total, isGreen });
  },
};

/** What did not pass has failed, skipped tests too; so has a runner without tests, or in trouble. */
function strict(outcome: {
  passed: number | undefined;
  total: number | undefined;
  isGreen: boolean;
}): Count {
  const { passed = 0, total = 0, isGreen } = outcome;
  const failed = total - passed;
  const isSilent = failed === 0 && (total === 0 || !isGreen);
  return { passed, failed: isSilent ? 1 : failed };
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

async function runStep(step: Step): Promise<Count> {
  console.log(`\n▸ ${step.title}`);
  const startedAt = performance.now();
  const count = await step.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return ONE_FAILED;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const sign = count.failed === 0 ? "✓" : "✗";
  console.log(
    `${sign} ${step.title}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`,
  );
  return count;
}

const QUICK_TOOLS: Tool[] = ["postgres", "redis", "promtool"];
const OTHER_TOOLS: Tool[] = ["nginx", "pgbouncer", "chromium", "curl", "jq", "openssl", "python3"];

async function runAll(isFast: boolean): Promise<Count[]> {
  const counts: Count[] = [];
  const run = async (step: Step) => {
    if (isStopping) return ONE_FAILED;
    const count = await runStep(step);
    counts.push(count);
    return count;
  };
  provide(isFast ? QUICK_TOOLS : [...QUICK_TOOLS, ...OTHER_TOOLS]);
  for (const step of [types, lint, architecture]) await run(step);
  if (isFast) {
    const filters = SLOW.flatMap((pattern) => ["--exclude", pattern]);
    await run(vitest("unit and integration tests, the quick ones", filters));
    return counts;
  }
  const { failed } = await run(build);
  if (failed === 0) {
    await run(vitest("unit, integration and process tests", []));
    await run(previousRelease);
    await run(browser);
  } else {
    await run(vitest("unit and integration tests", ["--exclude", "e2e/**"]));
    await run(check("process and browser tests: there is no build", async () => false));
  }
  return counts;
}

async function stopEarly(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = 130;
  console.log(`\n${reason}: stopping ...`);
  await current?.stop();
  await releaseEverything();
  process.exit(130);
}

process.on("SIGINT", () => void stopEarly("Interrupted"));
process.on("SIGTERM", () => void stopEarly("Terminated"));
// npm's shell does not pass signals on: when whoever started us is gone, nobody reads the result.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stopEarly("The parent process ended");
}, 500).unref();

mkdirSync(REPORT, { recursive: true });
const counts = await runAll(process.argv.includes("--fast")).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return [ONE_FAILED];
});
await releaseEverything();
if (!isStopping) {
  const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
}
