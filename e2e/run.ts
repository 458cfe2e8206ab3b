import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isQuick, isThorough, WORKERS } from "../server/testing/extent";
import { provide, type Tool } from "../server/testing/packages";
import { releaseEverything } from "../server/testing/processes";
import { execute, type Outcome, stopExecuting } from "./support/execute";
import { describeFailures, type Failure, type TestReport } from "./support/failures";
import { layOutPreviousRelease } from "./support/previous-release";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REPORT = join(ROOT, "e2e/.report");
const VITEST_REPORTER = join(ROOT, "e2e/support/vitest-reporter.ts");
const BIN = join(ROOT, "node_modules/.bin");
const CRUISED = ["app", "server", "prisma", "e2e", "bench", "docs", "proxy.ts", "next.config.mjs"];

interface Count {
  passed: number;
  failed: number;
  failures: Failure[];
  /** Failures of the first try, if the second try passed. */
  flaky?: Failure[];
}

interface Step {
  title: string;
  run: () => Promise<Count>;
}

interface Result extends Count {
  title: string;
}

let isStopping = false;

/** A check without test counts: it counts as one test. */
function check(title: string, work: () => Promise<Outcome>): Step {
  return {
    title,
    run: async () => {
      const { isGreen, output } = await work();
      return isGreen
        ? { passed: 1, failed: 0, failures: [] }
        : oneFailed(output || "What it printed is above.");
    },
  };
}

function oneFailed(error: string): Count {
  return { passed: 0, failed: 1, failures: [{ file: "", title: "", error }] };
}

const types = check("types", async () => {
  // Next generates the types of routes and of CSS modules; a fresh clone has neither.
  const routes = await execute(join(BIN, "next"), ["typegen"], { shows: "failure" });
  if (!routes.isGreen) return routes;
  // Several checkers are quicker on an idle machine, but each checks what they share for itself.
  return execute(join(BIN, "tsc"), ["--noEmit", "--checkers", "1"], { shows: "failure" });
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

type Projects = { projects: string[]; workers: number };

/** The files of some projects of vitest.config.ts. */
function vitest(title: string, { projects, workers }: Projects): Step {
  const words = [...projects.map((name) => `--project=${name}`), `--maxWorkers=${workers}`];
  const name = projects.join("-");
  return { title, run: () => tryTwice((files) => runVitest(name, [...words, ...files], ROOT)) };
}

/** `name` is that of the report: several run at the same time. */
async function runVitest(name: string, words: string[], cwd: string): Promise<Count> {
  const file = join(REPORT, `vitest-${name}.json`);
  const reporters = ["--reporter=default", `--reporter=${VITEST_REPORTER}`];
  const args = ["run", ...reporters, `--outputFile=${file}`, ...words];
  return runTests(file, { command: join(BIN, "vitest"), args, cwd });
}

// A slow moment of a shared machine fails only a few tests; a bug fails them again.
const MAX_FLAKY = 5;

/** Runs a few failed tests again: `failed` are the files that they are in. */
async function tryTwice(run: (failed: string[]) => Promise<Count>): Promise<Count> {
  const first = await run([]);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (isStopping || first.failed === 0 || first.failures.length > MAX_FLAKY || files.includes(""))
    return first;
  console.log(`\n▸ once more: ${files.join(", ")}`);
  const second = await run(files);
  if (second.failed > 0) return { ...first, failures: second.failures };
  return {
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    flaky: first.failures,
  };
}

/** Runs a program that writes a `TestReport` to `file`. */
async function runTests(
  file: string,
  { command, args, cwd }: { command: string; args: string[]; cwd: string },
): Promise<Count> {
  rmSync(file, { force: true });
  const { isGreen } = await execute(command, args, { shows: "always", cwd });
  if (!existsSync(file)) return oneFailed("The runner ended without a report.");
  const { passed, total, failures } = JSON.parse(readFileSync(file, "utf8")) as TestReport;
  // Skipped tests count as failed; so does a runner without tests, or one that failed itself.
  const failed = total - passed;
  if (failed > 0 || (total > 0 && isGreen)) return { passed, failed, failures };
  const reason = total === 0 ? "There are no tests." : "The runner failed, and no test did.";
  return {
    passed,
    failed: 1,
    failures: failures.length > 0 ? failures : oneFailed(reason).failures,
  };
}

const units = vitest("unit and integration tests", {
  projects: isThorough ? ["units", "more-units"] : ["units"],
  workers: WORKERS,
});
const PROCESSES = ["processes", "processes-alone"];
const processes = vitest("process tests", {
  projects: isThorough ? [...PROCESSES, "thorough", "thorough-alone"] : PROCESSES,
  // Most of the time they wait.
  workers: WORKERS + 1,
});

const previousRelease: Step = {
  title: "the previous release on the schema of this one",
  run: async () => {
    const laidOut = await layOutPreviousRelease(ROOT);
    if (laidOut !== null) return runVitest("previous", laidOut.tests, laidOut.folder);
    console.log("Skipped: no git history with the previous release.");
    return { passed: 0, failed: 0, failures: [] };
  },
};

const browser: Step = {
  title: "browser",
  run: () =>
    tryTwice((failed) => {
      // Playwright runs single tests again: those of one file may be a hundred.
      // The tag of rarer cases of what another test of the file shows.
      const which = isThorough ? [] : ["--grep-invert=@rare"];
      const args = ["test", ...which, ...(failed.length > 0 ? ["--last-failed"] : [])];
      const command = join(BIN, "playwright");
      return runTests(join(REPORT, "playwright.json"), { command, args, cwd: ROOT });
    }),
};

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function runStep({ title, run }: Step): Promise<Count> {
  console.log(`▸ ${title}`);
  const startedAt = performance.now();
  const count = await run().catch((error: unknown) => {
    const text = textOf(error);
    console.error(text);
    return oneFailed(text);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const sign = count.failed === 0 ? "✓" : "✗";
  console.log(`${sign} ${title}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

const QUICK_TOOLS: Tool[] = ["postgres", "redis", "promtool"];
const OTHER_TOOLS: Tool[] = [
  "nginx",
  "pgbouncer",
  "chromium",
  "curl",
  "jq",
  "openssl",
  "python3",
  "php",
];

/** `npm run check` if isQuick; else `npm test`, or `npm run test:all` if isThorough. */
async function runAll(): Promise<Result[]> {
  const results: Result[] = [];
  const run = async (step: Step) => {
    const count = isStopping ? oneFailed("interrupted") : await runStep(step);
    results.push({ title: step.title, ...count });
    return count;
  };
  const inOrder = async (...steps: Step[]) => {
    for (const step of steps) await run(step);
  };
  provide(isQuick ? QUICK_TOOLS : [...QUICK_TOOLS, ...OTHER_TOOLS]);
  if (isQuick) {
    await Promise.all([inOrder(types, lint, architecture), run(units)]);
    return results;
  }
  // The build comes first, because the browser and the processes wait for it.
  const unitsEnd = run(units);
  const [{ failed }] = await Promise.all([run(build), inOrder(lint, architecture)]);
  const isBuilt = failed === 0;
  if (!isBuilt) {
    const title = "process and browser tests";
    await run({ title, run: async () => oneFailed("No build found.") });
  }
  const afterUnits = async () => {
    await unitsEnd;
    if (isThorough) await run(previousRelease);
  };
  // Not beside the build, which replaces the generated types.
  await Promise.all([run(types), afterUnits(), isBuilt && run(browser)]);
  // Alone: beside the others they run into time limits of the product. That would save little time,
  // because the others keep the processor busy.
  if (isBuilt) await run(processes);
  return results;
}

async function stopEarly(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = 130;
  console.log(`\n${reason}: stopping ...`);
  await stopExecuting();
  await releaseEverything();
  process.exit(130);
}

process.on("SIGINT", () => void stopEarly("Interrupted"));
process.on("SIGTERM", () => void stopEarly("Terminated"));
// npm's shell doesn't forward signals: when the parent process is gone, nobody reads the result.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stopEarly("The parent process ended");
}, 500).unref();

mkdirSync(REPORT, { recursive: true });
const results = await runAll().catch((error: unknown) => {
  const text = textOf(error);
  console.error(text);
  return [{ title: "preparation", ...oneFailed(text) }];
});
await releaseEverything();
if (!isStopping) {
  const sum = (name: "passed" | "failed") =>
    results.reduce((total, count) => total + count[name], 0);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
  const list = (name: "failures" | "flaky", prefix = "") =>
    results.flatMap(({ title, [name]: own = [] }) =>
      own.map((failure) => ({ step: `${prefix}${title}`, ...failure })),
    );
  const flaky = list("flaky", "FLAKY, passed on the second try: ");
  console.log(describeFailures([...list("failures"), ...flaky]));
  const also = flaky.length > 0 ? `, ${flaky.length} of them flaky` : "";
  console.log(`\n${sum("passed")} passed${also}, ${sum("failed")} failed`);
}
