/** The Redis of the limiter and the epochs: Upstash over HTTPS, or any Redis over TCP. */
export type RedisSettings =
  | { kind: "upstash"; url: string; token: string }
  | { kind: "tcp"; url: string; isCluster: boolean };

/**
 * `?cluster=true` means that the URL is one node of a Redis Cluster, from which the others are
 * discovered.
 */
export function redisOverTcp(address: string): RedisSettings {
  const parsed = new URL(address);
  const isCluster = parsed.searchParams.get("cluster") === "true";
  parsed.searchParams.delete("cluster");
  return { kind: "tcp", url: parsed.href, isCluster };
}
