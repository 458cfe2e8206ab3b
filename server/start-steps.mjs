// What has to be done before the product can run. Each step knows whether it is done: by content, and
// never when it was interrupted. JavaScript, since it installs what reads the rest.
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

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Something that the user can mend: said in a line, without a stack. */
export class Failure extends Error {}

const read = (path) => readFileSync(join(root, path), "utf8");

/** Hashes files and folders by content, leaving out what never gets into a build. */
function hashOf(...paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesUnder).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function filesUnder(path) {
  const isLeftOut = path === "prisma/client" || /\.test(-support)?\.[a-z]+$/.test(path);
  if (isLeftOut || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(`${path}/${name}`));
}

/** npm writes its hidden lockfile last, so it is complete when it is there. */
function isInstalled(folder) {
  const hidden = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(join(root, hidden))) return false;
  const installed = JSON.parse(read(hidden)).packages;
  const wanted = Object.entries(JSON.parse(read(join(folder, "package-lock.json"))).packages);
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (path === "") return true;
    if (found === undefined) return Boolean(entry.optional || entry.peer);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

const NETWORK_FAULT =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** What npm says is wrong, without its page of usage. */
function npmErrors(output) {
  const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
  const usage = errors.findIndex((line) => line.startsWith("npm error Usage"));
  const told = errors.slice(0, usage < 0 ? undefined : usage).filter((line) => line.length > 10);
  return (told.length > 0 ? told.join("\n") : output).trim();
}

async function install({ run, npm }, options) {
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const { code, output } = await run(command, [...args, "ci", ...options], { NODE_ENV: "" });
  if (code === 0) return;
  const fault = NETWORK_FAULT.exec(output)?.[0];
  throw new Failure(
    fault
      ? `The package registry could not be reached (${fault}). Check the network and start again.`
      : `npm ci failed:\n${npmErrors(output)}`,
  );
}

/** Runs a package's program with this Node. */
async function runProgram(run, { file, args, env }) {
  const { code, output } = await run(process.execPath, [join(root, file), ...args], env);
  if (code !== 0) throw new Failure(`${args.join(" ")} failed:\n${output.trim()}`);
}

const generate = ({ run }) =>
  runProgram(run, {
    file: "node_modules/prisma/build/index.js",
    args: ["generate"],
    // Any executable will do for an engine that is never called; without one Prisma downloads it.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
  });

async function buildApp({ run }) {
  await runProgram(run, {
    file: "node_modules/next/dist/bin/next",
    args: ["build"],
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  await encodeStaticFiles(root);
}

/**
 * What is imported later goes into files of its own: the command line must not load the stores only
 * to ask a server. All of it is moved into place whole, what others refer to first, so that whoever
 * starts meanwhile gets the old program or the new one.
 */
async function bundle() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: "server/main.ts",
      latchkey: "server/cli/latchkey.ts",
      "watchdog-thread": "server/self-host/watchdog-thread.mjs",
    },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    chunkNames: "part-[hash]",
    splitting: true,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    write: false,
    logLevel: "silent",
  }).catch((error) => {
    throw new Failure(`The server could not be bundled:\n${error.message}`);
  });
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const isPart = ({ path }) => basename(path).startsWith("part-");
  for (const { path, contents } of outputFiles.sort((a, b) => isPart(b) - isPart(a))) {
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(dist)) {
    if (name.startsWith("part-") && !made.has(name)) rmSync(join(dist, name), { force: true });
  }
}

/** A step whose output carries the hash of what it was made from, written when it is complete. */
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

/** The tools that the tests run on docs/openapi.json. Apart from the rest, since they take 280 MB. */
const GENERATORS = "e2e/openapi-generators";

const SERVER = ["server", "prisma", "tsconfig.json", "package.json", "package-lock.json"];
const APP = ["app", "public", "proxy.ts", "next.config.mjs", "postcss.config.mjs"];

/** In the order in which they build on each other. `work` takes `{ run, npm }`. */
export const steps = {
  install: {
    title: "Installing packages",
    isDone: () => isInstalled("."),
    work: (tools) => install(tools, ["--include=dev"]),
  },
  generators: {
    title: "Installing the OpenAPI generators",
    isDone: () => isInstalled(GENERATORS),
    // None of their install scripts is needed, and one of them reports to its maker.
    work: (tools) => install(tools, ["--ignore-scripts", "--no-audit", "--prefix", GENERATORS]),
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
    inputs: SERVER,
    work: bundle,
  }),
  app: stamped({
    title: "Building the app",
    stamp: ".next/.made-from",
    inputs: [...SERVER, ...APP],
    work: buildApp,
  }),
};
