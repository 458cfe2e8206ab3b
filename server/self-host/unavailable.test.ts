import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "./port";
import { noteUnavailable, withResponse } from "./unavailable";

test("turns a 500 into 503 with Retry-After only if a store was unavailable during that request", async () => {
  const handle = withResponse(async ({ url }, response) => {
    await new Promise((later) => setImmediate(later));
    if (url?.startsWith("/out")) noteUnavailable();
    response.statusCode = url?.endsWith("served") ? 200 : 500;
    response.setHeader("x-kept", "yes");
    response.end("a page");
  });
  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const seen = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    return [status, headers.get("retry-after"), headers.get("x-kept")];
  };
  const paths = ["/out", "/out/served", "/fault"];
  expect(await Promise.all(paths.map(seen))).toEqual([
    [503, "1", "yes"],
    [200, null, "yes"],
    [500, null, "yes"],
  ]);
  noteUnavailable();
  server.close();
});
