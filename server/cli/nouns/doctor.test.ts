import { expect, test, vi } from "vitest";
import { disk } from "../../stores/testing/fake-disk";
import { runCli } from "../cli";

vi.mock("node:fs/promises", async (original) => {
  const { onFakeDisk } = await import("../../stores/testing/fake-disk");
  return onFakeDisk(await original());
});

/** The doctor's findings about embedded stores that respond, and its exit code. */
async function examined() {
  let printed = "";
  const perform = async () => ({ result: [] });
  const code = await runCli(["doctor", "--json"], {
    out: (text) => {
      printed += text;
    },
    err: () => {},
    show: () => {},
    environment: { DATA_DIR: "/data" },
    openLine: () => ({ perform, close: async () => {} }),
    askSecret: async () => "",
    untilStopped: () => new AbortController().signal,
  });
  const { findings } = JSON.parse(printed) as { findings: { check: string }[] };
  return { code, finding: findings.find(({ check }) => check === "embedded database") };
}

test("doctor reports a full disk and exits with code 1", async () => {
  disk.freeBytes = 64 * 1024 ** 2;
  expect(await examined()).toMatchObject({ code: 0, finding: { state: "ok" } });
  disk.freeBytes -= 1;
  expect(await examined()).toMatchObject({
    code: 1,
    finding: {
      state: "fault",
      says: expect.stringContaining("the disk of /data is full"),
      advice: expect.stringContaining("Free disk space"),
    },
  });
});
