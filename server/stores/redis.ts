import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Redis, type Requester, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { Cluster, Command, Redis as TcpRedis } from "ioredis";
import { afterAwake, withinAwake } from "../core/kernel/awake";
import type { LimitStore } from "../rate-limit/store";
import { destroyWhenSilent } from "./silence";

const CONNECT_TIMEOUT_MS = 2_000;
/** Half the limiter's timeout: a script missing from the server's cache takes two commands. */
const COMMAND_TIMEOUT_MS = 500;
const HTTP_TIMEOUT_MS = 1_000;
/** A connection without a reply for this long is dead, whatever TCP reports. */
const SILENCE_MS = 3_000;
const SLOWEST_RECONNECT_MS = 2_000;
/** ioredis's error for any cluster node that it cannot connect to, whatever the reason. */
const CLOSED = "Connection is closed.";

/**
 * Any Redis or Valkey from version 6 over TCP, with the same client API as Upstash. With `cluster`,
 * the URL is one node of a Redis Cluster and the others are discovered. Resolves once connected, or
 * after 2 s (a cluster 4 s) without a connection. Commands reject at once, with the reason, while
 * there is no connection, and after 500 ms without a reply. Reconnects until close(). Calls
 * `onReconnect` after each reconnect, possibly to another server with older data.
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
  // A cluster client hides why a node is unreachable; a client for that node alone reports it.
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

/** Upstash over HTTPS. A command rejects after 1 s without a retry, which is up to the caller. */
export function openUpstash(options: { url: string; token: string }): LimitStore {
  const redis = new Redis({
    url: options.url,
    token: options.token,
    retry: false,
    // All stored data is ASCII; base64 would only lengthen the responses.
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

// No command timeouts of ioredis: after a suspension they would fail commands whose replies have
// already arrived.
const COMMON = {
  // RESP3's handshake mistakes the error of protected mode for one about a password.
  protocol: 2,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // During an outage the offline queue would grow without limit and run commands after their
  // callers timed out.
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
    // After a failover the host name may point to a primary again.
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
      isReplyDue: () => client.commandQueue.length > 0,
      patienceMs: () => SILENCE_MS,
    });
  });
}

/** The primary that holds this key; empty until the cluster's slots are known. */
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

/** The reason for the lost connection, if known. */
type Loss = { reason: Error | null };

function watchLoss(client: TcpRedis | Cluster): Loss {
  const loss: Loss = { reason: null };
  client.on("ready", () => {
    loss.reason = null;
  });
  // Without a listener a refused connection would end the process. A cluster's own error only says
  // that no node is reachable.
  client.on("error", (error: Error) => {
    if (client instanceof TcpRedis) loss.reason = error;
  });
  client.on("node error", (error: Error, node: string) => {
    if (error.message === CLOSED) return;
    loss.reason = new Error(`${node}: ${error.message}`, { cause: error });
  });
  return loss;
}

/** The error of a connection to one Redis; null if it is accepted. */
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

/**
 * Lets @upstash/redis use a TCP client: each command is an array, replies are as Redis sends them.
 */
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
 * Sends all commands of one microtask turn in one write. ioredis's own auto-pipelining costs more
 * than the commands.
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
