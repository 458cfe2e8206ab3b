import { expect, it, vi } from "vitest";
import { openPlatform } from "../../e2e/support/platform";
import { diskSpaceFault } from "./disk-space";
import { disk } from "./testing/fake-disk";

vi.mock("node:fs/promises", async (original) => {
  const { onFakeDisk } = await import("./testing/fake-disk");
  return onFakeDisk(await original());
});

const MIB = 1024 ** 2;
const TOKEN = "a token of the tests";

it("takes a disk for full that has less than 64 MiB, and none that cannot be asked", async () => {
  disk.freeBytes = 64 * MIB;
  expect(await diskSpaceFault("/data")).toBeNull();
  disk.freeBytes -= 1;
  const fault = "the disk of /data is full: 63 MiB are left, and writes need 64";
  expect(await diskSpaceFault("/data")).toBe(fault);
  disk.freeBytes = null;
  expect(await diskSpaceFault("/data")).toBeNull();
});

it("on a full disk the embedded database is only read, and written again once there is room", async () => {
  disk.freeBytes = 64 * MIB;
  const platform = await openPlatform({ env: { METRICS_TOKEN: TOKEN, DATA_DIR: "/data" } });
  const { plaintext: key } = await platform.newKey(await platform.newPartner());
  let made = 0;
  const create = async () => {
    const response = await platform.call("/accounts", {
      key,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `c${++made}@example.com` }),
    });
    return { status: response.status, code: (await response.json()).code };
  };
  const ready = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const request = new Request("http://latchkey.test/api/ready", { headers });
    return (await platform.wiring.watch.answerReady(request)).json();
  };
  expect((await create()).status).toBe(201);

  disk.freeBytes = MIB;
  await expect.poll(create).toEqual({ status: 503, code: "unavailable" });
  expect((await platform.call("/accounts", { key })).status).toBe(200);
  const problems = { disk: expect.stringContaining("the disk of /data is full: 1 MiB") };
  await expect.poll(ready).toEqual({ status: "degraded", problems });

  disk.freeBytes = 64 * MIB;
  await expect.poll(async () => (await create()).status).toBe(201);
  await platform.close();
});
