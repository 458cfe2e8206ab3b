import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { Cluster, Command, Redis as TcpRedis } from "ioredis";
import { afterAwake, withinAwake } from "../core/awake";
import type { LimitStore } from "../rate-limit/store";
import { destroyWhenSilent } from "./silence";

const CONNECT_TIMEOUT_MS = 2_000;
/** Half the limiter's budget: a script that the server has forgotten takes two commands. */
const COMMAND_TIMEOUT_MS = 500;
const HTTP_TIMEOUT_MS = 1_000;
/** A connection that swallows commands this long is dead, whatever TCP believes. */
const SILENCE_MS = 3_000;
const SLOWEST_RECONNECT_MS = 2_000;
/** What ioredis says of a node of a cluster to which it got no connection, whatever the reason. */
const CLOSED = "Connection is closed.";

/**
 * Any Redis or Valkey from 6 on over TCP, behind the same client API as Upstash. `cluster` takes
 * the URL for one node of a Redis Cluster and finds the others. Waits until connected, for 2 s at
 * most (a cluster 4 s), and then resolves all the same: commands reject at once while there is no
 * connection, with the reason for that, and after half a second while there is no answer;
 * reconnecting never ends before close(). `onReconnect` is called when a lost connection is there
 * again, perhaps to another server with older data.
 */
export async function openRedis(options: {
  url: string;
  cluster?: boolean;
  onReconnect?: () => void;
}): Promise<LimitStore> {
  const client = options.cluster ? clusterClient(options.url) : singleClient(options.url);
  if (client instanceof Cluster) client.on("+node", endWhenSilent);
  else endWhenSilent(client);
  const loss = watchLoss(client);
  await connected(client);
  // A cluster's client keeps to itself why a node cannot be reached; a client of that node alone tells.
  if (client instanceof Cluster && client.status !== "ready") {
    loss.reason = (await faultOf(options.url)) ?? loss.reason;
  }
  client.on("ready", options.onReconnect ?? (() => {}));
  return {
    kind: "redis",
    givesUpInTime: true,
    redis: new Redis(requesterOver(client, loss)),
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
    signal: () => {
      const abort = new AbortController();
      afterAwake(HTTP_TIMEOUT_MS, () => abort.abort());
      return abort.signal;
    },
    enableTelemetry: false,
  });
  return { kind: "upstash", givesUpInTime: false, redis, close: async () => {} };
}

// Without timeouts of ioredis for commands: after a suspension they would fail what has been answered.
const COMMON = {
  // The handshake of RESP3 takes what Redis says in protected mode for a word about a password.
  protocol: 2,
  connectTimeout: CONNECT_TIMEOUT_MS,
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

function endWhenSilent(client: TcpRedis): void {
  client.on("connect", () => {
    if (!(client.stream instanceof Socket)) return;
    destroyWhenSilent(client.stream, {
      owesAnswer: () => client.commandQueue.length > 0,
      patienceMs: () => SILENCE_MS,
    });
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

/** Why there is no connection, as far as it is known. */
type Loss = { reason: Error | null };

function watchLoss(client: TcpRedis | Cluster): Loss {
  const loss: Loss = { reason: null };
  client.on("ready", () => {
    loss.reason = null;
  });
  // Without a listener a refused connection would end the process. A cluster's own only says that
  // no node could be asked.
  client.on("error", (error: Error) => {
    if (client instanceof TcpRedis) loss.reason = error;
  });
  client.on("node error", (error: Error, node: string) => {
    if (error.message === CLOSED) return;
    loss.reason = new Error(`${node}: ${error.message}`, { cause: error });
  });
  return loss;
}

/** What one Redis says to a connection; null where it takes it. */
async function faultOf(url: string): Promise<Error | null> {
  const probe = singleClient(url);
  let fault: Error | null = null;
  probe.on("error", (error: Error) => {
    fault = error;
  });
  await connected(probe);
  probe.disconnect();
  return fault;
}

const timedOut = () => new Error("Command timed out");

type Send = (name: string, args: string[]) => unknown;

/** Lets @upstash/redis speak through a TCP client: one command an array, answers as Redis gives them. */
function requesterOver(client: TcpRedis | Cluster, loss: Loss): Requester {
  const send: Send =
    client instanceof Cluster ? (name, args) => client.call(name, args) : senderOver(client);
  return {
    async request<T>({ body }: UpstashRequest): Promise<UpstashResponse<T>> {
      const args = Array.isArray(body) ? body.map(asArgument) : [];
      const command = args.shift();
      if (command === undefined) throw new TypeError("A Redis command is an array");
      try {
        const answer = Promise.resolve(send(command, args));
        return { result: (await withinAwake(answer, COMMAND_TIMEOUT_MS, timedOut)) as T };
      } catch (error) {
        throw (client.status === "ready" ? null : loss.reason) ?? error;
      }
    },
  };
}

/**
 * Sends what is asked in one go as one write. ioredis's own pipelining does the same through a
 * pipeline, which costs more than the commands.
 */
function senderOver(client: TcpRedis): Send {
  let corked: Duplex | null = null;
  const flush = () => {
    corked?.uncork();
    corked = null;
  };
  return (name, args) => {
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
