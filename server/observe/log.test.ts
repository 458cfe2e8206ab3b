import { hostname } from "node:os";
import { expect, it } from "vitest";
import { createLog } from "./log";
import { inRequest } from "./request-scope";

function logging(level: string) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { log, lines };
}

it("writes lines of JSON, from the level that is set upwards", () => {
  const { log, lines } = logging("warn");
  log.info({ requestId: "req_1" }, "not this");
  log.warn({ requestId: "req_2" }, "this");
  log.error({ requestId: "req_3", err: new Error("broken") }, "and this");
  const written = lines.map((line) => JSON.parse(line));
  expect(written).toMatchObject([
    { level: 40, requestId: "req_2", msg: "this" },
    { level: 50, requestId: "req_3", msg: "and this", err: { message: "broken" } },
  ]);
});

it("keeps secrets out by the names of their fields, three deep, at the most talkative level", () => {
  const { log, lines } = logging("trace");
  for (const name of [
    "authorization",
    "cookie",
    "password",
    "token",
    "plaintext",
    "key",
    "secret",
  ]) {
    log.info({ [name]: "s3cret", a: { [name]: "s3cret", b: { [name]: "s3cret" } } }, "made");
  }
  expect(lines).toHaveLength(7);
  expect(lines.join("")).not.toContain("s3cret");
  expect(lines.join("")).toContain("[redacted]");
});

it("names the machine and the process on each line", () => {
  const { log, lines } = logging("info");
  log.info({}, "made");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ instance: hostname(), pid: process.pid });
});

it("names method and route on each line of a request, also where nobody passed them on", async () => {
  const { log, lines } = logging("info");
  const request = { method: "POST", url: "/api/auth/callback/credentials?token=s3cret" };
  await inRequest(request, async () => {
    await Promise.resolve();
    log.error({ err: new Error("broken") }, "a library wrote to the console");
    log.warn({ route: "/named" }, "it knows better");
  });
  log.info({}, "afterwards");
  const [first, second, afterwards] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ method: "POST", route: "/api/auth/callback/credentials" });
  expect(second).toMatchObject({ method: "POST", route: "/named" });
  expect(afterwards).not.toHaveProperty("route");
  expect(lines.join("")).not.toContain("s3cret");
});
