import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Redis } from "ioredis";

// The minimum cost of a rate-limited request on this adapter: one script call and a constant
// response.
const SCRIPT = `local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('EXPIRE', KEYS[1], 60) end
return n`;

const [redisUrl = "", port = ""] = process.argv.slice(2);
const redis = new Redis(redisUrl, { enableAutoPipelining: true });
const sha = (await redis.script("LOAD", SCRIPT)) as string;
const body = JSON.stringify({ code: "bench", name: "Bench", status: "active" });

const listener = getRequestListener(
  async (request) => {
    const key = request.headers.get("authorization") ?? "";
    const count = (await redis.evalsha(sha, 1, `hono:${key}`)) as number;
    const headers = { "content-type": "application/json", "x-count": String(count) };
    return new Response(body, { headers });
  },
  { overrideGlobalObjects: false },
);
createServer(listener).listen(Number(port), "127.0.0.1");
