import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type FrontDoor, openFrontDoor } from "./front-door";

const doors: FrontDoor[] = [];

afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close(0)));
});

async function opened(scheme: "http" | "https" = "http"): Promise<FrontDoor & { url: string }> {
  const door = await openFrontDoor({ host: "127.0.0.1", port: 0, scheme, onError: () => {} });
  doors.push(door);
  return { ...door, url: `http://127.0.0.1:${door.port}` };
}

test("until the server is ready the port is held and answers 503", async () => {
  const { url } = await opened();
  const response = await fetch(url);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
});

test("a busy port shows at once", async () => {
  const { port } = await opened();
  const options = { host: "127.0.0.1", port, scheme: "http" as const, onError: () => {} };
  await expect(openFrontDoor(options)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("what a client claims about its address, host and scheme is replaced by what is known", async () => {
  const { url, open } = await opened("https");
  let seen: IncomingHttpHeaders = {};
  open(async (request, response) => {
    seen = request.headers;
    response.end();
  });
  await fetch(url, {
    headers: {
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Port": "1",
      "X-Forwarded-Proto": "http",
      "X-Real-IP": "203.0.113.9",
      Forwarded: "for=203.0.113.9",
    },
  });
  expect(seen["x-forwarded-for"]).toBe("127.0.0.1");
  expect(seen["x-forwarded-proto"]).toBe("https");
  expect(JSON.stringify(seen)).not.toMatch(/203\.0\.113\.9|evil\.example/);
});

test("closing waits for the requests inside, and lets nobody else in", async () => {
  const { url, open, close } = await opened();
  let finish = () => {};
  const entered = new Promise<void>((arrived) =>
    open(async (_, response) => {
      arrived();
      await new Promise<void>((done) => {
        finish = done;
      });
      response.end("done");
    }),
  );
  const inside = fetch(url).then((response) => response.text());
  await entered;
  const closing = close(10_000);
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await inside).toBe("done");
  const startedAt = Date.now();
  await closing;
  expect(Date.now() - startedAt).toBeLessThan(2_000);
});

test("a request that never ends is put out after the bound", async () => {
  const { url, open, close } = await opened();
  const entered = new Promise<void>((arrived) => open(async () => arrived()));
  const inside = fetch(url);
  inside.catch(() => {});
  await entered;
  await close(100);
  await expect(inside).rejects.toThrow();
});

test("a handler that throws answers 500 and is reported", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const door = await openFrontDoor({ host: "127.0.0.1", port: 0, scheme: "http", onError });
  doors.push(door);
  door.open(async () => {
    throw new Error("broken");
  });
  expect((await fetch(`http://127.0.0.1:${door.port}`)).status).toBe(500);
  expect(errors).toMatchObject([{ message: "broken" }]);
});

test.each([
  [
    "headers that are too large",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ["what is no HTTP", "nonsense\r\n\r\n", 400],
  [
    "two lengths at once",
    "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
])("%s get the error body of the API, and the connection ends", async (_what, sent, status) => {
  const { port, open } = await opened();
  open(async (_, response) => void response.end("served"));
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
  expect(Object.keys(body)).toEqual(["error", "code", "details"]);
});

test("a trusted proxy is believed about the client's address, and only about that", async () => {
  const door = await openFrontDoor({
    ...{ host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} },
    trustProxy: { hops: 1 },
  });
  doors.push(door);
  let seen: IncomingHttpHeaders = {};
  door.open(async (request, response) => {
    seen = request.headers;
    response.end();
  });
  const forwarded = { "X-Forwarded-For": "6.6.6.6, 203.0.113.9", "X-Real-IP": "6.6.6.6" };
  await fetch(`http://127.0.0.1:${door.port}`, { headers: forwarded });
  expect(seen["x-forwarded-for"]).toBe("203.0.113.9");
  expect(seen["x-real-ip"]).toBeUndefined();
});
