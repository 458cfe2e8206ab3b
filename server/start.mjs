// Runs `npm start`, `npm run dev`, `npm test`, `npm run test:all`, `npm run check`,
// `npm run database-client` and `npm run latchkey`. JavaScript, because it also runs on a fresh clone
// with nothing installed, and on a Node.js too old for the rest.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, watchFile } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LEAST_FILES, tellFewFiles } from "./start-files.mjs";
import { isRunning, locked, markServing, refuseWhileServing } from "./start-lock.mjs";
import { Failure, root, steps } from "./start-steps.mjs";

/** The oldest minor versions that Prisma supports, and the major from which it supports all. */
const SUPPORTED_NODES = { 20: 19, 22: 12 };
const ANY_NODE = 24;
const SLOW_MS = 3_000;
/** Erases the rest of a terminal's line. */
const CLEAR = "\x1b[K";

const children = new Set();

/** Runs a program to completion and returns its output. */
function run(command, args, env) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", fail);
    child.on("close", (code) => {
      children.delete(child);
      done({ code, output });
    });
  });
}

/**
 * Shows which steps are running and for how long: a line that counts the seconds in a terminal,
 * elsewhere a line when a step begins and one when it has ended. When quiet, only slow steps.
 */
function openProgress({ isQuiet }) {
  const stream = isQuiet ? process.stderr : process.stdout;
  const running = new Map();
  const secondsOf = (step) => (Date.now() - running.get(step)) / 1000;
  const count = () => {
    const texts = [...running.keys()].map(
      (step) => `${step.title} ... ${Math.floor(secondsOf(step))} s`,
    );
    stream.write(`\r${texts.join(", ")}${CLEAR}`);
  };
  return async (step, work) => {
    running.set(step, Date.now());
    let isSaid = false;
    const announce = () => {
      isSaid = true;
      if (stream.isTTY) count();
      else stream.write(`${step.title} ...\n`);
    };
    const first = setTimeout(announce, isQuiet ? SLOW_MS : 0);
    const counting = stream.isTTY && setInterval(() => isSaid && count(), 1_000);
    const end = (text) => {
      const start = stream.isTTY ? "\r" : "";
      if (isSaid) stream.write(`${start}${step.title} ... ${text}${stream.isTTY ? CLEAR : ""}\n`);
    };
    try {
      await work();
      end(`${secondsOf(step).toFixed(1)} s`);
    } catch (error) {
      end("failed");
      throw error;
    } finally {
      clearTimeout(first);
      clearInterval(counting);
      running.delete(step);
    }
  };
}

/** Runs the steps that are not done: each group after the one before, and its steps together. */
async function prepare(groups, { isQuiet = false } = {}) {
  const wanted = groups.map((names) => names.map((name) => steps[name]));
  if (wanted.flat().every((step) => step.isDone())) return;
  const show = openProgress({ isQuiet });
  const kill = (signal) => {
    for (const child of children) child.kill(signal);
  };
  const stop = (signal) => {
    kill(signal);
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const runStep = (step) => show(step, () => step.work({ run, npm: process.env.npm_execpath }));
  await locked(
    async () => {
      if (groups.flat().includes("app") && !steps.app.isDone()) refuseWhileServing();
      for (const group of wanted) {
        await Promise.all(group.filter((step) => !step.isDone()).map(runStep));
      }
    },
    (text) => (isQuiet ? process.stderr : process.stdout).write(text),
  ).finally(() => kill("SIGTERM"));
  process.off("SIGINT", stop).off("SIGTERM", stop);
}

/**
 * Builds in a process of its own: a build and the hashes of all files leave 50 MiB of memory that a
 * process keeps as long as it runs, and this one becomes the server.
 */
function prepareApart() {
  const program = fileURLToPath(import.meta.url);
  const build = spawn(process.execPath, [program, "build"], { stdio: "inherit" });
  const forward = (signal) => build.kill(signal);
  process.on("SIGINT", forward).on("SIGTERM", forward);
  return new Promise((done) => {
    build.on("close", (code, signal) => {
      process.off("SIGINT", forward).off("SIGTERM", forward);
      if (signal) process.kill(process.pid, signal);
      else if (code === 0) done();
      else process.exit(code);
    });
  });
}

/** Checked before minutes of work, and before the build of a running server is replaced. */
function refuseBusyPort() {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || "127.0.0.1";
  return new Promise((done, fail) => {
    const probe = createServer().once("error", (error) =>
      error.code === "EADDRINUSE"
        ? fail(
            new Failure(
              `Port ${port} on ${host} is in use. Stop the other process or use a different port: PORT=3001 npm start`,
            ),
          )
        : done(),
    );
    try {
      probe.listen(port, host, () => probe.close(done));
    } catch {
      // The server reports invalid settings, together with all others.
      done();
    }
  });
}

/** Runs a bundle in this process, so that signals and exit codes are its own. */
async function become(file) {
  await import(pathToFileURL(join(root, file)).href);
}

/** Runs a TypeScript program, and forwards signals and its exit code. */
function becomeParentOf(args, env = {}) {
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...env } };
  const program = spawn(process.execPath, [tsx, ...args], options);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => program.kill(signal));
  program.on("close", (code) => process.exit(code ?? 1));
}

/** Generates the database client whenever the schema changes; the server then restarts by itself. */
function followSchema() {
  watchFile(join(root, "prisma/schema.prisma"), { interval: 500 }, () => {
    prepare([["client"]]).catch((error) => process.stderr.write(`${error.message}\n`));
  });
}

const BUILD = [["install"], ["client"], ["bundle"], ["database", "app"]];

const modes = {
  start: async () => {
    process.env.NODE_ENV = "production";
    refuseFewFiles();
    await refuseBusyPort();
    await prepareApart();
    markServing();
    await become("dist/main.mjs");
  },
  dev: async () => {
    refuseFewFiles();
    await prepare([["development"], ["client"]]);
    followSchema();
    becomeParentOf(["watch", "--clear-screen=false", "server/main.ts"], {
      NODE_ENV: "development",
    });
  },
  build: () => prepare(BUILD),
  test: async () => {
    await prepare([["development"], ["client"]]);
    becomeParentOf(["e2e/run.ts"]);
  },
  "test-all": async () => {
    await prepare([["development", "generators"], ["client"]]);
    becomeParentOf(["e2e/run.ts"], { LATCHKEY_TESTS: "all" });
  },
  check: async () => {
    await prepare([["development"], ["client"]]);
    becomeParentOf(["e2e/run.ts"], { LATCHKEY_TESTS: "quick" });
  },
  "database-client": () => prepare([["development"], ["client"]]),
  latchkey: async () => {
    process.env.NODE_ENV = "production";
    await prepare([["install"], ["client"], ["bundle"]], { isQuiet: true });
    process.argv.splice(2, 1);
    await become("dist/latchkey.mjs");
  },
};

function refuseNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major >= ANY_NODE || minor >= SUPPORTED_NODES[major]) return;
  throw new Failure(
    `Latchkey needs Node 20 (from 20.19), 22 (from 22.12), or 24 and later. This is Node ${process.versions.node}.`,
  );
}

/** Node.js has raised its limit as far as it may. The report has none on Windows. */
function refuseFewFiles() {
  const limit = process.report.getReport().userLimits?.open_files.soft;
  if (typeof limit !== "number" || limit >= LEAST_FILES) return;
  throw new Failure(tellFewFiles(limit));
}

/** The id of a process's parent; null if the system does not say. */
function parentOf(pid) {
  try {
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
  } catch {
    return null;
  }
}

/**
 * A shell between npm and this process does not forward signals: once either has exited, this
 * process could no longer be stopped, so it stops itself.
 */
function endWithParents() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  setInterval(() => {
    const hasLost = process.ppid !== shell || (npm !== null && !isRunning(npm));
    if (hasLost) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

try {
  refuseNode();
  const mode = modes[process.argv[2]];
  if (!mode) throw new Failure(`Usage: node server/start.mjs ${Object.keys(modes).join("|")}`);
  process.chdir(root);
  const withoutSettings = ["test", "test-all", "check", "build", "database-client"];
  const usesSettings = !withoutSettings.includes(process.argv[2]);
  if (usesSettings && existsSync(".env")) process.loadEnvFile(".env");
  endWithParents();
  await mode();
} catch (error) {
  process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  process.exit(1);
}
