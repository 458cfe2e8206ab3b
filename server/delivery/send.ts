import { Pool, request } from "undici";
import { afterAwake } from "../core/kernel/awake";
import { FIXED_HEADERS, type Header, storedHeaders } from "../core/webhooks/headers";
import { CONNECT_MS, EXCHANGE_MS } from "../core/webhooks/limits";
import type { AddressPolicy } from "./address-policy";
import { createConnector, type Resolve } from "./connect";
import { REFUSED, reasonOf, SendFault } from "./fault";

/** How long an attempt may take, in process run time. */
const PATIENCE = { connectMs: CONNECT_MS, exchangeMs: EXCHANGE_MS };
const MAX_READ_BYTES = 64 * 1_024;
const MAX_KEPT_BYTES = 4 * 1_024;
/** Informational responses before the final one (RFC 9110, 15.2). */
const MAX_1XX = 10;
/** Reused by the next event of the same endpoint; shorter than the idle timeout of most servers. */
const KEEP_ALIVE_MS = 10_000;

/** The result of one attempt; never rejects. */
export type Sent = {
  /** Null: there was no response, and `error` says why. */
  status: number | null;
  error: string | null;
  /** The Retry-After header as sent. */
  retryAfter: string | null;
  /** The response's headers, at most 4 KiB. */
  headers: Header[] | null;
  /** The first 4 KiB of the response's body. */
  body: string;
  durationMs: number;
};

type Message = { url: string; headers: Record<string, string>; body: string };

export type Sender = {
  send(message: Message): Promise<Sent>;
  close(): Promise<void>;
};

/**
 * Posts webhooks. Follows no redirect, decompresses nothing and sends no header of ours but those
 * given, `content-type` and `user-agent`.
 */
export function createSender(options: {
  policy: AddressPolicy;
  resolve: Resolve;
  patience?: typeof PATIENCE;
}): Sender {
  const { policy, resolve, patience = PATIENCE } = options;
  const connect = createConnector(policy, resolve, patience.connectMs);
  const pools = new Map<string, Pool>();
  let isClosed = false;

  /** The connections to a URL. Others on its host have their own, and never wait for one that hangs. */
  function poolOf(url: string): Pool {
    const known = pools.get(url);
    if (known) return known;
    const pool = new Pool(new URL(url).origin, {
      connect,
      // A connection for each request in flight.
      connections: null,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // undici's timers would also count time in which the process was stopped.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const closeUnused = () => {
      const { connected, size } = pool.stats;
      if (connected > 0 || size > 0 || pools.get(url) !== pool) return;
      pools.delete(url);
      void pool.close();
    };
    pool.on("disconnect", closeUnused).on("connectionError", closeUnused);
    pools.set(url, pool);
    return pool;
  }

  return {
    send: async (message) => {
      const startedMs = performance.now();
      // Checked again, because the settings may have changed since the URL was saved.
      const fault = policy.urlFault(message.url);
      if (isClosed) return { ...NO_ANSWER, error: "the sender is closed", durationMs: 0 };
      const answer =
        fault === null
          ? await post(poolOf(message.url), message, patience.exchangeMs)
          : { ...NO_ANSWER, error: `the URL ${fault}` };
      const tookMs = Math.round(performance.now() - startedMs);
      // A name of our network may be resolved sooner, or later, than one that does not exist.
      return { ...answer, durationMs: answer.error === REFUSED ? 0 : tookMs };
    },
    async close() {
      isClosed = true;
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

type Answer = Omit<Sent, "durationMs">;
const NO_ANSWER: Answer = {
  status: null,
  error: null,
  retryAfter: null,
  headers: null,
  body: "",
};

async function post(
  pool: Pool,
  { url, headers, body }: Message,
  exchangeMs: number,
): Promise<Answer> {
  const late = new AbortController();
  const cancel = afterAwake(exchangeMs, () =>
    late.abort(new SendFault("no response within 15 seconds")),
  );
  let informational = 0;
  try {
    const response = await request(url, {
      method: "POST",
      dispatcher: pool,
      signal: late.signal,
      onInfo: () => {
        informational += 1;
        if (informational > MAX_1XX) late.abort(new SendFault("too many 1xx responses"));
      },
      headers: {
        ...headers,
        ...FIXED_HEADERS,
      },
      body,
    });
    const retryAfter = response.headers["retry-after"];
    return {
      status: response.statusCode,
      error: null,
      retryAfter: typeof retryAfter === "string" ? retryAfter : null,
      headers: storedHeaders(response.headers),
      body: await readStart(response.body),
    };
  } catch (error) {
    return { ...NO_ANSWER, error: reasonOf(error) };
  } finally {
    cancel();
  }
}

/** The start of the body. The status has arrived, so a body that breaks off is no failure. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  try {
    for await (const chunk of body) {
      const part = chunk.subarray(0, MAX_KEPT_BYTES - keptBytes);
      kept.push(part);
      keptBytes += part.length;
      readBytes += chunk.length;
      // Leaving the loop destroys the connection.
      if (readBytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // Too slow, or interrupted.
  }
  // PostgreSQL can't store NUL.
  return Buffer.concat(kept).toString("utf8").replaceAll("\0", "\ufffd");
}
