import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, freePort, spawnOwned, temporaryFolder } from "./processes";
import { copyOfRun } from "./run-folder";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUNDLE = "dist/main.mjs";
const CLI_BUNDLE = "dist/latchkey.mjs";
/** As in `npm start`, the Dockerfile and docs/deploy/latchkey.service. */
const NODE_FLAGS = ["--max-semi-space-size=8"];
const FIRST_OPERATOR = "first@operators.example";
/** On a busy machine a new embedded database alone takes a minute. */
const START_TIMEOUT_MS = 170_000;
/** Longer than any DRAIN_SECONDS of a test plus the 24 s that a stop may take. */
const STOP_TIMEOUT_MS = 40_000;

// Only these variables of the test environment reach the product: a DATABASE_URL of the developer's
// shell must not.
const INHERITED = ["PATH", "HOME", "LANG", "TMPDIR", "TZ"];

interface ProductOptions {
  /** Unset means the embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  redisUrl?: string;
  /**
   * Unset means a new temporary folder, which `startProduct` fills: with an operator, or with the
   * demo.
   */
  dataDir?: string;
  /** The demo takes ten seconds of CPU time. */
  hasDemo?: boolean;
  port?: number;
  env?: Record<string, string>;
  /** The folder of another built checkout. */
  root?: string;
}

export interface Product {
  /** Without a trailing slash. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** The result of `output` as a file that other processes can read. */
  logFile: string;
  /** Everything printed so far on stdout and stderr. */
  output(): string;
  /** Sends SIGTERM; resolves with the exit code, or the signal that ended it. */
  stop(): Promise<number | string>;
  kill9(): Promise<void>;
  /** Resolves when it has ended, for whatever reason. */
  exited: Promise<number | string>;
}

const THROWS = `
process.on("SIGUSR2", () => { throw new Error("a bug"); });
process.on("SIGHUP", () => { Promise.reject(new Error("a bug")); });
`;
/** The environment of a product that throws at SIGUSR2 and rejects a promise at SIGHUP. */
export const THROWS_AT_SIGNALS = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(THROWS)}`,
};

/** The log lines of level fatal in a product's output. */
export function fatalLines(output: string): Record<string, unknown>[] {
  const lines = output.split("\n").filter((line) => line.startsWith('{"level":60'));
  return lines.map((line) => JSON.parse(line));
}

/**
 * Starts the built product on a free port; resolves when GET /api/health returns 200. Pass an empty
 * `dataDir` to test the first start on embedded stores.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (options.databaseUrl !== undefined || options.dataDir !== undefined) return start(options);
  const dataDir = options.hasDemo
    ? await copyOfRun("demo", async (folder) => {
        await (await start({ dataDir: folder })).stop();
      })
    : await copyOfRun("plain", makeFirstOperator);
  return start({ ...options, dataDir });
}

/** The demo is for empty stores only. */
async function makeFirstOperator(dataDir: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const args = [join(ROOT, CLI_BUNDLE), "operator", "create", "--email", FIRST_OPERATOR];
  const env = { PATH, HOME, NODE_ENV: "production", DATA_DIR: dataDir };
  const child = spawnOwned({ command: process.execPath, args, env });
  if ((await child.exited) !== 0) throw new Error(`no embedded stores:\n${child.output()}`);
}

async function start(options: ProductOptions): Promise<Product> {
  const product = await launchProduct(options);
  await eventually(async () => {
    if (product.hasExited()) return;
    const response = await fetch(`${product.url}/api/health`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status !== 200) throw new Error(`GET /api/health answered ${response.status}`);
  }, START_TIMEOUT_MS).catch(async (error: unknown) => {
    await product.kill9();
    throw new Error(`The product did not get healthy:\n${product.output()}`, { cause: error });
  });
  if (product.hasExited()) throw new Error(`The product ended:\n${product.output()}`);
  return product;
}

/** Starts the built product without waiting, for starts that should fail or be killed. */
export async function launchProduct(
  options: ProductOptions = {},
): Promise<Product & { hasExited(): boolean }> {
  const bundle = join(options.root ?? ROOT, BUNDLE);
  if (!existsSync(bundle)) {
    throw new Error(`${bundle} is missing: run "node server/start.mjs build" first.`);
  }
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? temporaryFolder("data");
  const logFile = join(temporaryFolder("log"), "product.log");
  const child = spawnOwned({
    command: process.execPath,
    args: [...NODE_FLAGS, bundle],
    // From another folder: it finds its own files, and resolves paths relative to the working
    // directory.
    cwd: dirname(dataDir),
    env: environment({ ...options, dataDir: basename(dataDir), port, url }),
    onOutput: (text) => appendFileSync(logFile, text),
  });
  return {
    url,
    port,
    pid: child.pid,
    dataDir,
    logFile,
    output: child.output,
    exited: child.exited,
    hasExited: child.hasExited,
    stop: async () => {
      child.signal("SIGTERM");
      const timer = setTimeout(() => child.signal("SIGKILL"), STOP_TIMEOUT_MS);
      const result = await child.exited;
      clearTimeout(timer);
      return result;
    },
    kill9: async () => {
      child.signal("SIGKILL");
      await child.exited;
    },
  };
}

function environment(
  options: ProductOptions & { dataDir: string; port: number; url: string },
): Record<string, string | undefined> {
  const { databaseUrl, redisUrl } = options;
  return {
    ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    NODE_ENV: "production",
    MALLOC_ARENA_MAX: "2",
    // No delay for load balancers; the tests of that set it.
    DRAIN_SECONDS: "0",
    DATA_DIR: options.dataDir,
    HOST: "127.0.0.1",
    PORT: String(options.port),
    ...(databaseUrl === undefined
      ? {}
      : {
          DATABASE_URL: databaseUrl,
          NEXTAUTH_URL: options.url,
          NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
        }),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...options.env,
  };
}
