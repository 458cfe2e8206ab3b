import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "./testing/processes";

// A checkout with fake tools that record each run and create the real tools' output: tests when
// they run, and how a start handles their failures.
let root: string;
let port: number;

const PARTS = [
  ...["start.mjs", "start-steps.mjs", "start-lock.mjs", "start-encode.mjs"],
  ...["start-files.mjs", "start-keep.mjs"],
];
const LOG = `require("fs").appendFileSync(process.cwd() + "/ran.log", NAME + "\\n");`;
const log = (name: string) => LOG.replace("NAME", JSON.stringify(name));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const lockfile = (version: string) => {
  const x = { version, integrity: "sha" };
  return JSON.stringify({
    packages: { "": {}, "node_modules/x": x, "node_modules/y": { ...x, dev: true } },
  });
};

const FAKES = {
  "prisma/build/index.js": `${log("generate")}
    require("fs").mkdirSync("prisma/client", { recursive: true });`,
  "next/dist/bin/next": `${log("build")}
    const { mkdirSync, existsSync, writeFileSync } = require("fs");
    mkdirSync(".next/static", { recursive: true });
    writeFileSync(".next/BUILD_ID", "build");
    if (existsSync("broken")) { console.log("Module not found: ./nowhere"); process.exit(1); }
    if (existsSync("killed")) process.kill(process.ppid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);`,
  "tsx/dist/cli.mjs": `import { appendFileSync, existsSync } from "node:fs";
    const isServer = process.argv[2] === "watch";
    appendFileSync("ran.log", isServer ? "server\\n" : "tests\\n");
    const serving = setInterval(() => existsSync("stopped") && clearInterval(serving), 20);
    if (!isServer) clearInterval(serving);`,
  "esbuild/package.json": `{ "name": "esbuild", "main": "index.js" }`,
  "esbuild/index.js": `exports.stop = async () => {};
    exports.build = async () => { ${log("bundle")} return { outputFiles: [
    { path: process.cwd() + "/dist/main.mjs", contents: 'console.log("served " + process.argv.length); process.exitCode = Number(process.env.CODE ?? 0);' },
    { path: process.cwd() + "/dist/latchkey.mjs", contents: 'console.log(JSON.stringify(process.argv.slice(2)));' },
    { path: process.cwd() + "/dist/prepare-database.mjs", contents: 'import { appendFileSync } from "node:fs"; appendFileSync("ran.log", "database" + String.fromCharCode(10));' },
  ] }; };`,
};

const NPM = `
  const isOurs = (word) => !["--ignore-scripts", "--no-audit"].includes(word);
  const words = process.argv.slice(2).filter(isOurs);
  require("fs").appendFileSync("ran.log", "npm " + words.join(" ") + "\\n");
  const fs = require("fs"), path = require("path");
  if (process.env.OFFLINE) { console.error("npm error code ENOTFOUND\\nnpm error network request to https://registry failed"); process.exit(1); }
  if (words[0] === "ci") fs.rmSync("node_modules", { recursive: true, force: true });
  for (const [file, text] of Object.entries(${JSON.stringify(FAKES)})) {
    fs.mkdirSync(path.dirname("node_modules/" + file), { recursive: true });
    fs.writeFileSync("node_modules/" + file, text);
  }
  const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
  if (words.includes("--omit=dev")) delete lock.packages["node_modules/y"];
  fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify(lock));`;

beforeEach(async () => {
  root = temporaryFolder("start");
  for (const part of PARTS) {
    mkdirSync(join(root, "server"), { recursive: true });
    copyFileSync(join(import.meta.dirname, part), join(root, "server", part));
  }
  write("package.json", `{ "type": "module" }`);
  write("package-lock.json", lockfile("1.0.0"));
  write("npm/npm.js", NPM);
  write("npm/package.json", "{}");
  write("prisma/schema.prisma", "model A {}");
  write("app/page.tsx", "export default 1;");
  write("server/main.ts", "");
  const server = createServer().listen(0);
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
  await new Promise((done) => server.close(done));
});

type Result = { code: number | null; out: string; err: string };

function run(args: string[], env: Record<string, string> = {}, node: string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [...node, "server/start.mjs", ...args], {
    cwd: root,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      npm_execpath: join(root, "npm/npm.js"),
      PORT: String(port),
      ...env,
    },
  });
  let out = "";
  let err = "";
  child.stdout?.on("data", (text) => (out += text));
  child.stderr?.on("data", (text) => (err += text));
  return new Promise<Result>((done) => child.on("close", (code) => done({ code, out, err })));
}

/** The tools that ran since the last call, sorted: some run at the same time. */
function ran(): string[] {
  const file = join(root, "ran.log");
  const names = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  rmSync(file, { force: true });
  return names.sort();
}

const INSTALL = "npm ci --omit=dev";
const EVERYTHING = ["build", "bundle", "database", "generate", INSTALL];

test("a fresh clone is installed, generated, bundled, built and served, with the time of each step", async () => {
  const { code, out } = await run(["start"]);
  expect(ran()).toEqual(EVERYTHING);
  expect(out).toMatch(/^Installing packages \.\.\.\nInstalling packages \.\.\. \d+\.\d s$/m);
  expect(out).toMatch(/^Building the app \.\.\. \d+\.\d s$/m);
  expect(out).toMatch(/s\nserved/);
  expect(code).toBe(0);
});

test("a later start repeats nothing, even if files were touched or checked out again", async () => {
  await run(["build"]);
  ran();
  utimesSync(join(root, "app/page.tsx"), new Date(), new Date());
  write("prisma/schema.prisma", "model A {}");
  write("server/main.test.ts", "a test is no part of a build");
  const { out } = await run(["start"]);
  expect(ran()).toEqual([]);
  expect(out).toBe("served 3\n");
});

test.each([
  ["a page", "app/page.tsx", "export default 2;", ["build"]],
  ["the server", "server/main.ts", "//", ["build", "bundle"]],
  ["the schema", "prisma/schema.prisma", "model B {}", ["build", "bundle", "generate"]],
  ["a migration", "prisma/migrations/1/migration.sql", ";", ["build", "bundle", "database"]],
  ["a package", "package-lock.json", lockfile("1.0.1"), EVERYTHING],
])("a change of %s repeats only the steps that depend on it", async (_, path, text, expected) => {
  await run(["build"]);
  ran();
  write(path, text);
  await run(["build"]);
  expect(ran()).toEqual(expected);
});

test("a failed or killed step is repeated", async () => {
  write("broken", "");
  const failed = await run(["start"]);
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.err).toContain("Module not found: ./nowhere");
  rmSync(join(root, "broken"));
  write("killed", "");
  expect((await run(["start"])).code).toBeNull();
  rmSync(join(root, "killed"));
  ran();
  expect((await run(["start"])).out).toContain("served");
  expect(ran()).toContain("build");
});

test("concurrent starts in one checkout run each step once", async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => run(["build"])));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(ran()).toEqual(EVERYTHING);
});

test("development packages are added without removing those that a server may run from", async () => {
  expect((await run(["check"])).code).toBe(0);
  expect(ran()).toEqual(["generate", "npm ci --include=dev", "tests"]);
  rmSync(join(root, "node_modules"), { recursive: true });
  await run(["build"]);
  write("node_modules/in-use", "");
  ran();
  expect((await run(["check"])).code).toBe(0);
  expect(ran()).toEqual(["npm install --no-save --include=dev", "tests"]);
  expect(existsSync(join(root, "node_modules/in-use"))).toBe(true);
  await run(["build"]);
  expect(ran()).toEqual([]);
});

test("a missing or stale database client is reported in one line", async () => {
  const steps = pathToFileURL(join(root, "server/start-steps.mjs")).href;
  const { refuseStaleClient } = await import(steps);
  const refused =
    "The database client in prisma/client is missing or older than prisma/schema.prisma. Run: npm run database-client";
  expect(refuseStaleClient).toThrow(refused);
  expect((await run(["database-client"])).code).toBe(0);
  expect(ran()).toEqual(["generate", "npm ci --include=dev"]);
  expect(refuseStaleClient).not.toThrow();
  write("prisma/schema.prisma", "model B {}");
  expect(refuseStaleClient).toThrow(refused);
});

test("a development server generates the database client when the schema changes", async () => {
  const ended = run(["dev"]);
  await expect.poll(ran).toContain("server");
  write("prisma/schema.prisma", "model B {}");
  await expect.poll(ran).toEqual(["generate"]);
  write("stopped", "");
  expect((await ended).code).toBe(0);
});

test("an unreachable registry is reported in one line", async () => {
  const { code, err } = await run(["start"], { OFFLINE: "1" });
  expect(code).toBe(1);
  expect(err).toBe(
    "Can't reach the package registry (ENOTFOUND). Check the network and try again.\n",
  );
});

test.each(["18.20.4", "20.18.3", "21.7.0", "22.11.0", "23.11.1"])(
  "Node %s is refused in one line before any work",
  async (node) => {
    write("old.cjs", `Object.defineProperty(process, "versions", { value: { node: "${node}" } });`);
    const { code, err } = await run(["start"], {}, ["--require", "./old.cjs"]);
    expect(code).toBe(1);
    expect(err).toBe(
      `Latchkey needs Node 20 (from 20.19), 22 (from 22.12), or 24 and later. This is Node ${node}.\n`,
    );
    expect(ran()).toEqual([]);
  },
);

test("a limit of open files that is too low is refused in one line before any work", () => {
  const command = 'ulimit -n 256 && exec "$0" server/start.mjs start';
  const options = { cwd: root, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync("sh", ["-c", command, process.execPath], options);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Latchkey needs to open \d+ files at once, and may open 256\. Raise .*\n$/,
  );
  expect(ran()).toEqual([]);
});

test("a busy port is reported in one line before any work", async () => {
  const server = createServer().listen(port, "127.0.0.1");
  const { code, err } = await run(["start"]);
  server.close();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*\\n$`));
  expect(ran()).toEqual([]);
});

test("the start exits with the server's exit code", async () => {
  expect((await run(["start"], { CODE: "7" })).code).toBe(7);
});

test("the CLI gets its arguments, and stdout has only its output", async () => {
  const { out, code } = await run(["latchkey", "key", "issue", "--label", "a b", "--json"]);
  expect(out).toBe(`["key","issue","--label","a b","--json"]\n`);
  expect(code).toBe(0);
  expect(ran()).toEqual(["bundle", "generate", INSTALL]);
});

test("settings can be in .env, and the shell's settings take precedence", async () => {
  write(".env", `CODE=7\nPORT=${port}\n`);
  expect((await run(["start"])).code).toBe(7);
  expect((await run(["start"], { CODE: "3" })).code).toBe(3);
});

test("a build does not replace the files of a running server", async () => {
  await run(["start"]);
  const server = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  write(`dist/.serving/${server.pid}`, "");
  expect((await run(["start"])).code).toBe(0);
  write("app/page.tsx", "export default 2;");
  const refused = await run(["build"]);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`process ${server.pid}`);
  server.kill();
  await new Promise((done) => server.once("exit", done));
  expect((await run(["build"])).code).toBe(0);
});
