import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { type HttpServer, openHttpServer } from "./http-server";

async function opened(isLocalOnly: boolean): Promise<HttpServer> {
  const place = { host: "127.0.0.1", port: 0, scheme: "http" as const };
  const httpServer = await openHttpServer({ ...place, isLocalOnly, onError: () => {} });
  afterAll(() => httpServer.close(0));
  await httpServer.open(async ({ method, url, headers }, response) => {
    response.end(`${method} ${url} of ${headers.host}`);
  });
  return httpServer;
}
const [everywhere, local] = [await opened(false), await opened(true)];

/** The status and the body of the response to these lines. */
async function send({ port }: HttpServer, ...lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write([...lines, "connection: close", "", ""].join("\r\n"));
  const answer = await text(socket);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const status = head.split(" ")[1];
  if (Number(status) >= 400) expect(head).toMatch(/x-request-id: req_\w{26}/);
  return `${status} ${status === "200" ? body : (JSON.parse(body || "{}").error ?? "")}`.trim();
}

const HOST_FAULT = "400 The Host header is missing, repeated or malformed.";
const TARGET_FAULT = "400 The request target is malformed.";
const LOCAL_FAULT =
  "400 Without NEXTAUTH_URL, only requests to a loopback name such as localhost are accepted.";

it.each([
  ["GET / HTTP/1.1", "200 GET / of a.example"],
  ["GET http://b.example HTTP/1.1", "200 GET / of b.example"],
  ["GET HTTP://b.example:80/x?y HTTP/1.1", "200 GET /x?y of b.example:80"],
  ["GET https://b.example?y HTTP/1.1", "200 GET /?y of b.example"],
  ["GET http:///x HTTP/1.1", HOST_FAULT],
  ["GET http://user@b.example/ HTTP/1.1", HOST_FAULT],
  ["GET ftp://b.example/ HTTP/1.1", TARGET_FAULT],
  ["GET * HTTP/1.1", TARGET_FAULT],
  ["OPTIONS * HTTP/1.1", "204"],
  ["CONNECT b.example:443 HTTP/1.1", "405 Method not allowed."],
])("%s", async (line, expected) => {
  expect(await send(everywhere, line, "host: a.example")).toBe(expected);
});

it.each([
  [["host: localhost:3000"], "200 GET / of localhost:3000"],
  [["host: [::1]:3000"], "200 GET / of [::1]:3000"],
  [[], HOST_FAULT],
  [["host: "], HOST_FAULT],
  [["host: a b"], HOST_FAULT],
  [["host: a/b"], HOST_FAULT],
  [["host: a.example", "host: b.example"], HOST_FAULT],
  [["host: a.example:x"], HOST_FAULT],
])("Host headers %s", async (hosts, expected) => {
  expect(await send(everywhere, "GET / HTTP/1.1", ...hosts)).toBe(expected);
});

it("HTTP/1.0 requires no Host header", async () => {
  expect(await send(everywhere, "GET / HTTP/1.0")).toBe("200 GET / of undefined");
});

it.each(["localhost", "LOCALHOST:1", "app.localhost", "127.0.0.1:3000", "127.1.2.3", "[::1]"])(
  "a local server accepts %s, however often",
  async (host) => {
    for (let n = 0; n < 2; n++) {
      expect(await send(local, "GET / HTTP/1.1", `host: ${host}`)).toBe(`200 GET / of ${host}`);
      // An earlier accepted host does not allow other names.
      expect(await send(local, "GET / HTTP/1.1", "host: evil.example")).toBe(LOCAL_FAULT);
    }
  },
);

it.each([
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "192.168.0.1",
  "[::2]",
])("a local server rejects %s, in the header and in the target", async (host) => {
  expect(await send(local, "GET / HTTP/1.1", `host: ${host}`)).toBe(LOCAL_FAULT);
  expect(await send(local, `GET http://${host}/ HTTP/1.1`, "host: localhost")).toBe(LOCAL_FAULT);
});
