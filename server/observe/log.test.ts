import { hostname } from "node:os";
import { expect, it } from "vitest";
import { createLog, logFatal } from "./log";
import { inRequest } from "./request-scope";

function logging(level: string) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { log, lines };
}

it("writes JSON lines at or above the configured level", () => {
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

it("redacts secrets by field name, three levels deep, at the most verbose level", () => {
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

it("includes host and process on each line", () => {
  const { log, lines } = logging("info");
  log.info({}, "made");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ instance: hostname(), pid: process.pid });
});

it("includes method and route on each line of a request, even where they are not passed on", async () => {
  const { log, lines } = logging("info");
  const request = { method: "POST", url: "/api/auth/callback/credentials?token=s3cret" };
  await inRequest(request, async () => {
    await Promise.resolve();
    log.error({ err: new Error("broken") }, "console output of a library");
    log.warn({ route: "/named" }, "it knows better");
  });
  log.info({}, "afterwards");
  const [first, second, afterwards] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ method: "POST", route: "/api/auth/callback/credentials" });
  expect(second).toMatchObject({ method: "POST", route: "/named" });
  expect(afterwards).not.toHaveProperty("route");
  expect(lines.join("")).not.toContain("s3cret");
});

it.each([
  [new Error("broken"), { type: "Error", message: "broken" }],
  ["a text", { message: "'a text'" }],
  [undefined, { message: "undefined" }],
])("writes an error that ends the process in one line, whatever was thrown: %s", (thrown, err) => {
  const lines: string[] = [];
  logFatal(thrown, "uncaughtException", { write: (line) => void lines.push(line) });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 60,
    instance: hostname(),
    pid: process.pid,
    cause: "uncaughtException",
    err: { ...err, stack: expect.any(String) },
  });
});
