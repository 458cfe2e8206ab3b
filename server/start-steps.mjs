// The steps before the product can run. Each one detects whether it is done, by content, so that an
// interrupted step is never taken for done. JavaScript, because it installs the tools that read
// TypeScript.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeStaticFiles } from "./start-encode.mjs";
import { keepStaticFiles } from "./start-keep.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error that the user can fix: printed in one line, without a stack. */
export class Failure extends Error {}

const read = (path) => readFileSync(join(root, path), "utf8");

/** Hashes files and folders by content, except files that never get into a build. */
function hashOf(...paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesUnder).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function filesUnder(path) {
  const isLeftOut = path === "prisma/client" || /\.test(-support)?\.[a-z]+$|\/testing$/.test(path);
  if (isLeftOut || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(`${path}/${name}`));
}

/** npm writes its hidden lockfile last, so the install is complete once it exists. */
function isInstalled(folder, { hasDev }) {
  const hidden = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(join(root, hidden))) return false;
  const installed = JSON.parse(read(hidden)).packages;
  const wanted = Object.entries(JSON.parse(read(join(folder, "package-lock.json"))).packages);
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (path === "" || (entry.dev && !hasDev)) return true;
    if (found === undefined) return Boolean(entry.optional || entry.peer);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

const NETWORK_FAULT =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** The error lines of npm's output, without its usage text. */
function npmErrors(output) {
  const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
  const usage = errors.findIndex((line) => line.startsWith("npm error Usage"));
  const errorLines = errors
    .slice(0, usage < 0 ? undefined : usage)
    .filter((line) => line.length > 10);
  return (errorLines.length > 0 ? errorLines.join("\n") : output).trim();
}

/**
 * Runs npm without the packages' install scripts: none is needed, and some download or report.
 * Nobody reads its audit here.
 */
async function runNpm({ run, npm }, words) {
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const all = [...args, ...words, "--ignore-scripts", "--no-audit"];
  const { code, output } = await run(command, all, { NODE_ENV: "" });
  if (code === 0) return;
  const fault = NETWORK_FAULT.exec(output)?.[0];
  throw new Failure(
    fault
      ? `Can't reach the package registry (${fault}). Check the network and try again.`
      : `npm ${words[0]} failed:\n${npmErrors(output)}`,
  );
}

/** Runs a package's program with this version of Node.js. */
async function runProgram(run, { file, args, env }) {
  const { code, output } = await run(process.execPath, [join(root, file), ...args], env);
  if (code !== 0)
    throw new Failure(`${[basename(file), ...args].join(" ")} failed:\n${output.trim()}`);
}

const generate = ({ run }) =>
  runProgram(run, {
    file: "node_modules/prisma/build/index.js",
    args: ["generate"],
    // The engine is never called, so any executable will do; without one Prisma downloads it.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
  });

async function buildApp({ run }) {
  await runProgram(run, {
    file: "node_modules/next/dist/bin/next",
    args: ["build"],
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  keepStaticFiles(root);
  await encodeStaticFiles(root);
}

/**
 * Prisma imports its query compiler as text in a JavaScript file, of which each thread would keep
 * two copies, 9 MB. Reads the file instead.
 */
const readCompiler = {
  name: "read-compiler",
  setup({ onLoad }) {
    onLoad({ filter: /prisma\/client\/internal\/class\.ts$/ }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split(/const \{ wasm \} = await import\((.+?)\)/);
      if (parts.length !== 3) throw new Error("Prisma loads its query compiler in another way.");
      const [before, file, after] = parts;
      const text = `readFileSync(new URL(import.meta.resolve(${file})), "latin1")`;
      const contents = `import { readFileSync } from "node:fs";
        ${before} const wasm = ${text}.split('"')[1] ${after}`;
      return { contents, loader: "ts" };
    });
  },
};

/**
 * Dynamic imports become separate files, so that the command line does not load the stores just to
 * ask a server. Each file is replaced atomically, imported ones first, so that a process that
 * starts meanwhile gets the old program or the new one.
 */
async function bundle() {
  const { build, stop } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: "server/boot.ts",
      sender: "server/sender.ts",
      latchkey: "server/cli/latchkey.ts",
      "prepare-database": "server/self-host/prepare-database.ts",
      "watchdog-thread": "server/self-host/watchdog-thread.mjs",
      "pages-thread": "server/self-host/pages/pages-thread.ts",
      "embedded-thread": "server/stores/embedded-thread.mjs",
    },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    chunkNames: "part-[hash]",
    splitting: true,
    bundle: true,
    packages: "external",
    plugins: [readCompiler],
    platform: "node",
    target: "node20",
    format: "esm",
    write: false,
    logLevel: "silent",
  }).catch((error) => {
    throw new Failure(`Couldn't bundle the server:\n${error.message}`);
  });
  // Its process would stay as long as the server that starts in this one.
  await stop();
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const isPart = ({ path }) => basename(path).startsWith("part-");
  for (const { path, contents } of outputFiles.sort((a, b) => isPart(b) - isPart(a))) {
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
  }
  // The command line must not copy the database of another release.
  if (!steps.database.isDone()) rmSync(join(dist, "database"), { recursive: true, force: true });
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(dist)) {
    if (name.startsWith("part-") && !made.has(name)) rmSync(join(dist, name), { force: true });
  }
}

/** A step whose output stores the hash of its inputs, written once it is complete. */
function stamped({ title, stamp, inputs, work }) {
  const file = join(root, stamp);
  return {
    title,
    isDone: () => existsSync(file) && readFileSync(file, "utf8") === hashOf(...inputs),
    work: async (tools) => {
      const madeFrom = hashOf(...inputs);
      rmSync(file, { force: true });
      await work(tools);
      writeFileSync(file, madeFrom);
    },
  };
}

/**
 * The tools that the tests run on docs/openapi.json. Installed separately, because they take 280
 * MB.
 */
const GENERATORS = "e2e/openapi-generators";

const SERVER = ["server", "prisma", "tsconfig.json", "package.json", "package-lock.json"];
const APP = ["app", "public", "proxy.ts", "next.config.mjs", "postcss.config.mjs"];

/** The hash of everything that a build of the app is made from. */
export const sourceHash = () => hashOf(...SERVER, ...APP);

/** In dependency order. `work` takes `{ run, npm }`. */
export const steps = {
  install: {
    title: "Installing packages",
    isDone: () => isInstalled(".", { hasDev: false }),
    work: (tools) => runNpm(tools, ["ci", "--omit=dev"]),
  },
  development: {
    title: "Installing packages for development",
    isDone: () => isInstalled(".", { hasDev: true }),
    work: (tools) => {
      // A server may run from the packages that are there: "npm ci" would remove them first.
      const words = steps.install.isDone() ? ["install", "--no-save"] : ["ci"];
      return runNpm(tools, [...words, "--include=dev"]);
    },
  },
  generators: {
    title: "Installing the OpenAPI generators",
    isDone: () => isInstalled(GENERATORS, { hasDev: true }),
    work: (tools) => runNpm(tools, ["ci", "--prefix", GENERATORS]),
  },
  client: stamped({
    title: "Generating the database client",
    stamp: "prisma/client/.made-from",
    inputs: ["prisma/schema.prisma", "package-lock.json"],
    work: generate,
  }),
  bundle: stamped({
    title: "Bundling the server",
    stamp: "dist/.made-from",
    inputs: [...SERVER, "public/latchkey.ts"],
    work: bundle,
  }),
  database: stamped({
    title: "Preparing the embedded database",
    stamp: "dist/database.made-from",
    inputs: ["prisma/migrations", "server/stores/embedded.ts", "package-lock.json"],
    work: ({ run }) => runProgram(run, { file: "dist/prepare-database.mjs", args: [] }),
  }),
  app: stamped({
    title: "Building the app",
    stamp: ".next/.made-from",
    inputs: [...SERVER, ...APP],
    work: buildApp,
  }),
};

/**
 * Throws if the database client is missing or was generated from another schema. Its queries would
 * fail with errors that do not name the cause.
 */
export function refuseStaleClient() {
  if (steps.client.isDone()) return;
  const failure = new Failure(
    "The database client in prisma/client is missing or older than prisma/schema.prisma. Run: npm run database-client",
  );
  // Vitest would print it with an excerpt of this file.
  failure.stack = "";
  throw failure;
}
