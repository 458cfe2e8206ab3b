import { expect, it, vi } from "vitest";
import { jsonClient } from "../rest/testing/json-client";
import { openPlatform } from "../testing/platform";
import { diskSpaceFault } from "./disk-space";
import { disk } from "./testing/fake-disk";

vi.mock("node:fs/promises", async (original) => {
  const { onFakeDisk } = await import("./testing/fake-disk");
  return onFakeDisk(await original());
});

const MIB = 1024 ** 2;
const TOKEN = "a token of the tests";

it("reports a disk with less than 64 MiB as full, but not a disk of unknown size", async () => {
  disk.freeBytes = 64 * MIB;
  expect(await diskSpaceFault("/data")).toBeNull();
  disk.freeBytes -= 1;
  const fault = "the disk of /data is full: 63 MiB free, 64 MiB required";
  expect(await diskSpaceFault("/data")).toBe(fault);
  disk.freeBytes = null;
  expect(await diskSpaceFault("/data")).toBeNull();
});

it("on a full disk, the embedded database is read-only until there is space", async () => {
  disk.freeBytes = 64 * MIB;
  const platform = await openPlatform({ env: { METRICS_TOKEN: TOKEN, DATA_DIR: "/data" } });
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const api = jsonClient(platform.call, plaintext);
  let made = 0;
  const create = async () => {
    const { status, body } = await api("POST", "/accounts", { email: `c${++made}@example.com` });
    return { status, code: body.code };
  };
  const ready = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const request = new Request("http://latchkey.test/api/ready", { headers });
    return (await platform.wiring.watch.answerReady(request)).json();
  };
  expect((await create()).status).toBe(201);

  disk.freeBytes = MIB;
  await expect.poll(create).toEqual({ status: 503, code: "unavailable" });
  expect((await api("GET", "/accounts")).status).toBe(200);
  const problems = { disk: expect.stringContaining("the disk of /data is full: 1 MiB") };
  await expect.poll(ready).toEqual({ status: "degraded", problems });

  disk.freeBytes = 64 * MIB;
  await expect.poll(async () => (await create()).status).toBe(201);
  await platform.close();
});
