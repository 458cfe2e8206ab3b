import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { isThorough } from "../server/testing/extent";
import { eventually, sendSignal, temporaryFolder } from "../server/testing/processes";
import {
  fatalLines,
  launchProduct,
  startProduct,
  THROWS_AT_SIGNALS,
} from "../server/testing/product";
import { answer } from "./support/latchkey";

// The product as `npm start` runs it, on embedded stores, through restarts and kills.
let product = await startProduct({ env: THROWS_AT_SIGNALS });
afterAll(() => product.stop());
const { dataDir } = product;

const latchkey = (words: string) => answer({ DATA_DIR: dataDir }, words.split(" "));
await latchkey("partner create --code acme --name Acme");
const issue = () => latchkey("key issue --partner acme --label t --scopes accounts:write");
const me = async (key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${product.url}/api/v1/reseller/me`, { headers })).status;
};

it("reports a second start on the same folder, and a busy port, in one line", async () => {
  const second = await launchProduct({ dataDir });
  expect(await second.exited).toBe(1);
  expect(second.output().trim().split("\n").at(-1)).toMatch(/in use|already/i);
  const samePort = await launchProduct({ port: product.port });
  expect(await samePort.exited).toBe(1);
  expect(samePort.output().trim().split("\n").at(-1)).toContain(String(product.port));
});

it("logs the rejection of a promise that nothing handles in one line, and serves on", async () => {
  const before = product.output().length;
  sendSignal(product.pid, "SIGHUP");
  const line = await eventually(async () => {
    const found = product
      .output()
      .slice(before)
      .match(/^{.*"unhandledRejection".*$/m)?.[0];
    if (found === undefined) throw new Error("the error is not logged");
    return JSON.parse(found);
  }, 5_000);
  expect(line).toMatchObject({ level: 50, pid: product.pid, err: { message: "a bug" } });
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  expect(product.output().slice(before).trim().split("\n")).toHaveLength(1);
});

it("after kill -9, every acknowledged key works and no revoked key does", async () => {
  for (let round = 0; round < (isThorough ? 2 : 1); round++) {
    const kept = await issue();
    const revoked = await issue();
    await latchkey(`key revoke ${revoked.id}`);
    // Killed during writes: acknowledged ones must persist, the others may or may not.
    const writes = Array.from({ length: 6 }, () => issue().catch(() => null));
    const first = await Promise.race(writes);
    await product.kill9();
    const acknowledged = (await Promise.all(writes)).filter((answer) => answer !== null);
    expect(first).not.toBeNull();
    product = await startProduct({ dataDir });
    for (const { key } of [kept, ...acknowledged]) expect(await me(key)).toBe(200);
    expect(await me(revoked.key)).toBe(401);
  }
});

// Only the last start completes the demo, which takes ten seconds of CPU time. In `npm test`,
// server/self-host/demo/provide.test.ts interrupts it.
if (isThorough) {
  it("recovers from kill -9 at four moments of its first starts", async () => {
    const folder = temporaryFolder("killed");
    for (const afterMs of [400, 1_200, 2_500, 5_000]) {
      const killed = await launchProduct({ dataDir: folder });
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await killed.kill9();
    }
    const next = await startProduct({ dataDir: folder });
    expect(next.output()).toContain("owner@acme.example");
    expect(await next.stop()).toBe(0);
  });
}

it("finishes open requests on SIGTERM and exits with 0", async () => {
  const { key } = await issue();
  const body = JSON.stringify({ email: "half@example.com" });
  const upload = request(`${product.url}/api/v1/reseller/accounts`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": body.length,
    },
  });
  const answered = new Promise<IncomingMessage>((done, fail) => {
    upload.once("response", done).once("error", fail);
  });
  await new Promise((sent) => upload.write(body.slice(0, 9), sent));
  // When this request is answered, the upload has been accepted too.
  expect(await me(key)).toBe(200);
  const stopped = product.stop();
  await eventually(
    async () => expect(product.output()).toContain("finishing open requests"),
    10_000,
  );
  upload.end(body.slice(9));
  expect((await answered).statusCode).toBe(201);
  expect(await stopped).toBe(0);
  product = await startProduct({ dataDir, env: THROWS_AT_SIGNALS });
  expect(await me(key)).toBe(200);
});

it("logs an exception that nothing catches in one line, and exits with 1", async () => {
  sendSignal(product.pid, "SIGUSR2");
  expect(await product.exited).toBe(1);
  expect(fatalLines(product.output())).toEqual([
    expect.objectContaining({
      instance: hostname(),
      pid: product.pid,
      cause: "uncaughtException",
      err: expect.objectContaining({ message: "a bug", stack: expect.stringContaining("\n") }),
    }),
  ]);
  // No line of Node's or Next's follows.
  expect(product.output().trim().split("\n").at(-1)).toContain('"level":60');
});

it("ends when a backup takes the place of its folder, and leaves the backup as it is", async () => {
  // It has ended.
  execFileSync("cp", ["-a", dataDir, `${dataDir}.backup`]);
  product = await startProduct({ dataDir });
  const { key } = await issue();
  expect(await me(key)).toBe(200);
  renameSync(dataDir, `${dataDir}.replaced`);
  execFileSync("cp", ["-a", `${dataDir}.backup`, dataDir]);
  expect(await Promise.race([product.exited, pause(20_000, "goes on")])).toBe(1);
  expect(fatalLines(product.output())).toMatchObject([
    { err: { message: expect.stringContaining("replaced while it was open") } },
  ]);
  product = await startProduct({ dataDir });
  expect(await me(key)).toBe(401);
  await issue();
});
