import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

// A receiver of webhooks as a process of its own, started by events-stage.ts. Its arguments: the
// certificate and its key. Paths that start with /hang get no response.

export type Arrival = {
  path: string;
  id: string;
  /** The ID of the event's subject. */
  subject: string;
  /** By the machine's monotonic clock, which all processes share. */
  atMs: number;
};

const [, , cert = "", key = ""] = process.argv;
let arrivals: Arrival[] = [];

const server = createServer(
  { cert: readFileSync(cert), key: readFileSync(key) },
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      const body = Buffer.concat(chunks).toString();
      const [, subject = ""] = /"subject":\{"type":"\w+","id":"(\w+)"/.exec(body) ?? [];
      const atMs = Number(process.hrtime.bigint()) / 1e6;
      arrivals.push({ path, id: String(headers["webhook-id"]), subject, atMs });
      if (!path.startsWith("/hang")) response.writeHead(204).end();
    });
  },
);
// The dispatcher closes idle connections, so that none is closed while a request is on its way.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

process.on("message", () => {
  process.send?.(arrivals);
  arrivals = [];
});
process.on("disconnect", () => process.exit(0));
