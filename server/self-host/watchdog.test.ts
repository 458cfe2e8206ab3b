import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  eventually,
  type OwnedProcess,
  spawnOwned,
  temporaryFolder,
} from "@/server/testing/processes";

const ROOT = join(import.meta.dirname, "../..");
const BOUND_MS = 2_500;
const START_MS = 100_000;

const at = (path: string) => JSON.stringify(join(ROOT, path));
const WATCH = `startWatchdog({
  database, boundMs: ${BOUND_MS}, tickMs: 50, onError: (error) => console.log(error),
})`;

/** Runs a program that imports the watchdog, in its own process. */
function run(program: string): OwnedProcess {
  const file = join(temporaryFolder("watched"), "program.mts");
  writeFileSync(
    file,
    `import { startWatchdog } from ${at("server/self-host/watchdog.ts")};\n${program}`,
  );
  const args = ["--import", "tsx", file];
  return spawnOwned({ command: process.execPath, args, cwd: ROOT });
}

const printed = (child: OwnedProcess, text: string) =>
  eventually(async () => {
    if (child.hasExited()) return expect(child.output()).toContain(text);
    if (!child.output().includes(text)) throw new Error(`it has not said "${text}"`);
  }, START_MS);
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
/** Every log line of the process. */
const logged = (child: OwnedProcess) =>
  child
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

it(
  "ends a process with a blocked event loop and logs one line",
  async () => {
    const child = run(`const database = null; ${WATCH};
    setTimeout(() => { console.log("blocking"); for (;;); }, ${2 * BOUND_MS});`);
    expect(await child.exited).toBe("SIGKILL");
    expect(child.output()).toContain("blocking");
    expect(logged(child)).toEqual([
      expect.objectContaining({
        level: 60,
        instance: hostname(),
        pid: child.pid,
        msg: expect.stringMatching(/^The event loop has not responded for \d+ s\. .*SIGKILL/),
      }),
    ]);
  },
  2 * START_MS,
);

it(
  "ends a process with a stuck embedded database, but none that was idle, busy or suspended",
  async () => {
    // A transaction that never ends blocks every other connection forever.
    const child = run(`
    import pg from ${at("node_modules/pg/lib/index.js")};
    import { openEmbedded } from ${at("server/stores/embedded.ts")};
    const embedded = await openEmbedded({ dataDir: ${JSON.stringify(temporaryFolder("stuck"))} });
    const connect = async () => {
      const client = new pg.Client({ host: embedded.target.socketDir, user: "postgres" });
      await client.connect();
      return client;
    };
    const [asking, other] = [await connect(), await connect()];
    let isCrowded = true;
    const ask = () =>
      isCrowded ? Promise.reject(new Error("no connection is free")) : asking.query("SELECT 1");
    const database = { answers: embedded.answers, ask };
    ${WATCH};
    const until = performance.now() + ${2 * BOUND_MS};
    while (performance.now() < until) await other.query("SELECT 1");
    isCrowded = false;
    console.log("idle");
    await new Promise((resume) => setTimeout(resume, ${2 * BOUND_MS}));
    console.log("to be stopped");
    await new Promise((resume) => setTimeout(resume, ${BOUND_MS}));
    await other.query("BEGIN");
    console.log("stuck");`);
    await printed(child, "to be stopped");
    child.signal("SIGSTOP");
    await pause(2 * BOUND_MS);
    child.signal("SIGCONT");
    expect(await child.exited).toBe("SIGKILL");
    expect(child.output()).toContain("stuck\n");
    expect(logged(child)).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^The embedded database has not responded/),
      }),
    ]);
  },
  2 * START_MS,
);
