import type { Duplex } from "node:stream";
import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { Cluster, Command, Redis as TcpRedis } from "ioredis";
import type { LimitStore } from "../rate-limit/store";

const CONNECT_TIMEOUT_MS = 2_000;
/** Half the limiter's budget: a script that the server has forgotten takes two commands. */
const COMMAND_TIMEOUT_MS = 500;
const HTTP_TIMEOUT_MS = 1_000;
/** A connection that swallows commands this long is dead, whatever TCP believes. */
const SILENCE_MS = 3_000;
const SLOWEST_RECONNECT_MS = 2_000;

type Watched = {
  onError?: (error: Error) => void;
  /** Called when a lost connection is there again, perhaps to another server with older data. */
  onReconnect?: () => void;
};

/**
 * Any Redis or Valkey from 6 on over TCP, behind the same client API as Upstash. `cluster` takes
 * the URL for one node of a Redis Cluster and finds the others. Waits until connected, for 2 s at
 * most, and then resolves all the same: commands reject at once while there is no connection,
 * and after half a second while there is no answer; reconnecting never ends before close().
 */
export async function openRedis(
  options: { url: string; cluster?: boolean } & Watched,
): Promise<LimitStore> {
  const client = options.cluster ? clusterClient(options.url) : singleClient(options.url);
  // Without a listener a refused connection would end the process.
  client.on("error", options.onError ?? (() => {}));
  await connected(client);
  client.on("ready", options.onReconnect ?? (() => {}));
  return {
    kind: "redis",
    givesUpInTime: true,
    redis: new Redis(requesterOver(client)),
    ...(client instanceof Cluster ? { serverOf: (key) => ownerOf(client, key) } : {}),
    close: async () => client.disconnect(),
  };
}

/** Upstash over HTTPS. A command rejects after 1 s; nothing is tried twice, as the caller decides that. */
export function openUpstash(options: { url: string; token: string }): LimitStore {
  const redis = new Redis({
    url: options.url,
    token: options.token,
    retry: false,
    // All we store is ASCII; base64 would only make the answers longer.
    responseEncoding: false,
    signal: () => AbortSignal.timeout(HTTP_TIMEOUT_MS),
    enableTelemetry: false,
  });
  return { kind: "upstash", givesUpInTime: false, redis, close: async () => {} };
}

const COMMON = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: SILENCE_MS,
  // A queue for a store that is away grows without bound, and answers when nobody waits any more.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  disableClientInfo: true,
} as const;

function reconnectAfter(times: number): number {
  return Math.min(50 * 2 ** Math.min(times, 10), SLOWEST_RECONNECT_MS);
}

function singleClient(url: string): TcpRedis {
  return new TcpRedis(url, {
    ...COMMON,
    retryStrategy: reconnectAfter,
    // After a failover the name may lead to a primary again.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
}

function clusterClient(url: string): Cluster {
  const { enableOfflineQueue, ...perNode } = COMMON;
  const { username, password, protocol } = new URL(url);
  return new Cluster([url], {
    enableOfflineQueue,
    enableAutoPipelining: true,
    clusterRetryStrategy: reconnectAfter,
    clusterNodeRetryStrategy: reconnectAfter,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
    retryDelayOnFailover: 0,
    maxRedirections: 3,
    redisOptions: {
      ...perNode,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === "rediss:" ? { tls: {} } : {}),
    },
  });
}

/** The primary that has this key; empty until the cluster has told. */
function ownerOf(cluster: Cluster, key: string): string {
  return cluster.slots[new Command("get", [key]).getSlot()]?.[0] ?? "";
}

function connected(client: TcpRedis | Cluster): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CONNECT_TIMEOUT_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    client.once("ready", done);
    client.once("close", done);
  });
}

/** Lets @upstash/redis speak through a TCP client: one command an array, answers as Redis gives them. */
function requesterOver(client: TcpRedis | Cluster): Requester {
  const send = client instanceof Cluster ? client.call.bind(client) : senderOver(client);
  return {
    async request<T>({ body }: UpstashRequest): Promise<UpstashResponse<T>> {
      const [command, ...args] = Array.isArray(body) ? body.map(asArgument) : [];
      if (command === undefined) throw new TypeError("A Redis command is an array");
      return { result: (await send(command, ...args)) as T };
    },
  };
}

/**
 * Sends what is asked in one go as one write. ioredis's own pipelining does
 * the same through a pipeline, which costs more than the commands.
 */
function senderOver(client: TcpRedis): (name: string, ...args: string[]) => unknown {
  let corked: Duplex | null = null;
  const flush = () => {
    corked?.uncork();
    corked = null;
  };
  return (name, ...args) => {
    if (corked === null && client.status === "ready") {
      corked = client.stream;
      corked.cork();
      queueMicrotask(flush);
    }
    return client.sendCommand(new Command(name, args, { replyEncoding: "utf8" }));
  };
}

function asArgument(part: unknown): string {
  return typeof part === "string" ? part : String(part);
}
