import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deferred } from "../testing/deferred";
import { temporaryFolder } from "../testing/processes";
import { bundleOf } from "../testing/script";
import { askServer, DataDirInUse, type DataDirLock, holdDataDir } from "./control";

const HOLDER = fileURLToPath(new URL("testing/lock-holder.ts", import.meta.url));
const held: DataDirLock[] = [];
let base: string;
let dataDir: string;

beforeEach(() => {
  base = temporaryFolder("control");
  dataDir = join(base, "data");
});

afterEach(() => Promise.all(held.splice(0).map((lock) => lock.release())));

async function hold(serve: (request: unknown) => Promise<unknown> = async () => null) {
  const lock = await holdDataDir({ dataDir, serve });
  held.push(lock);
  return lock;
}

const ask = (request: unknown) => askServer({ dataDir, request });

/** The current lock socket. */
const socketFile = () =>
  join(
    dataDir,
    "control",
    readdirSync(join(dataDir, "control")).find((name) => name.endsWith(".sock")) ?? "",
  );

test("a request gets its response, and null means that no server is running", async () => {
  expect(await ask("anybody?")).toBeNull();
  await hold(async (request) => ({ echo: request }));
  expect(await ask({ text: "é\n\"'" })).toEqual({ value: { echo: { text: "é\n\"'" } } });
  await held.pop()?.release();
  expect(await ask("still there?")).toBeNull();
});

test("a rejection has the server's own message", async () => {
  await hold(async () => {
    throw new Error("No partner has the code X.");
  });
  await expect(ask({})).rejects.toThrow("No partner has the code X.");
});

test("concurrent requests each get their own response, including large ones", async () => {
  await hold(async (request) => request);
  const sent = Array.from({ length: 50 }, (_, n) => ({ n, text: "x".repeat(n * 10_000) }));
  const answers = await Promise.all(sent.map(ask));
  expect(answers.map((answer) => answer?.value)).toEqual(sent);
});

test("rejects a request larger than 1 MB", async () => {
  await hold(async () => "read");
  await expect(ask("x".repeat(1_100_000))).rejects.toThrow(/at most|EPIPE|exited before/);
  expect(await ask("small")).toEqual({ value: "read" });
});

test("invalid data and silence on the socket cause no harm", async () => {
  await hold(async () => "fine");
  const silent = connect(socketFile());
  const nonsense = connect(socketFile());
  nonsense.write("{\n");
  const answer = await new Promise((done) => nonsense.once("data", (chunk) => done(String(chunk))));
  expect(answer).toContain("400 Bad Request");
  expect(await ask("still well?")).toEqual({ value: "fine" });
  silent.destroy();
});

test("the socket is accessible to this user only", async () => {
  await hold();
  expect(statSync(join(dataDir, "control")).mode & 0o777).toBe(0o700);
});

test("rejects a second holder and names the process of the first", async () => {
  await hold();
  const refusal = await hold().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUse);
  expect(refusal).toMatchObject({ pid: process.pid });
});

test("a released folder can be locked again, any number of times", async () => {
  for (let round = 0; round < 5; round += 1) {
    await hold(async () => round);
    expect(await ask("round?")).toEqual({ value: round });
    await held.pop()?.release();
  }
  expect(readdirSync(join(dataDir, "control")).length).toBeLessThan(4);
});

test("draining rejects new requests, waits for running ones and keeps the lock", async () => {
  let finish: ((answer: string) => void) | undefined;
  const lock = await hold(() => new Promise((done) => (finish = done)));
  const running = ask("first");
  await expect.poll(() => finish !== undefined).toBe(true);
  let isDrained = false;
  const drained = lock.drain().then(() => (isDrained = true));
  await expect(ask("second")).rejects.toThrow("stopping");
  await expect(hold()).rejects.toBeInstanceOf(DataDirInUse);
  expect(isDrained).toBe(false);
  finish?.("done");
  expect(await running).toEqual({ value: "done" });
  await drained;
});

test("a server that dies during a request causes an error instead of silence", async () => {
  const { promise: arrived, resolve: arrive } = deferred();
  const lock = await hold(() => {
    arrive();
    return new Promise(() => {});
  });
  const lost = ask("anything");
  lost.catch(() => {});
  await arrived;
  await lock.release();
  await expect(lost).rejects.toThrow("exited before");
});

test("a path too long for a socket is reported in a plain sentence", async () => {
  dataDir = join(base, "long".repeat(30), "data");
  await expect(hold()).rejects.toThrow("too long for a Unix socket");
});

function holder(): ChildProcess {
  return spawn(process.execPath, [bundleOf(HOLDER), dataDir], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

const said = (child: ChildProcess) => new Promise((done) => child.once("message", done));
const killed = (child: ChildProcess) =>
  new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGKILL");
  });

test("exactly one of several processes gets the lock of a killed one, 20 times in a row", async () => {
  const rounds = 20;
  let racers = Array.from({ length: 4 }, holder);
  await Promise.all(racers.map(said));
  for (let round = 0; round < rounds; round += 1) {
    const results = Promise.all(racers.map(said));
    for (const racer of racers) racer.send("go");
    const outcome = await results;
    expect([...outcome].sort()).toEqual(["DataDirInUse", "DataDirInUse", "DataDirInUse", "held"]);
    const winner = racers[outcome.indexOf("held")];
    expect(await ask("who?")).toEqual({ value: winner?.pid });
    if (winner) await killed(winner);
    expect(await ask("who?")).toBeNull();
    const fresh = holder();
    await said(fresh);
    racers = [...racers.filter((racer) => racer !== winner), fresh];
  }
  await Promise.all(racers.map(killed));
});
