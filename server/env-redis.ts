/** The Redis of the limiter and the epochs: Upstash over HTTPS, or any Redis over TCP. */
export type RedisSettings =
  | { kind: "upstash"; url: string; token: string }
  | { kind: "tcp"; url: string; isCluster: boolean };

/**
 * `?cluster=true` means that the URL is one node of a Redis Cluster, from which the others are
 * discovered.
 */
function redisOverTcp(address: string): RedisSettings {
  const parsed = new URL(address);
  const isCluster = parsed.searchParams.get("cluster") === "true";
  parsed.searchParams.delete("cluster");
  return { kind: "tcp", url: parsed.href, isCluster };
}

/** Problems of the settings of Redis in combination. */
export function redisProblems(raw: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const hasUrl = raw.UPSTASH_REDIS_REST_URL !== undefined;
  const hasToken = raw.UPSTASH_REDIS_REST_TOKEN !== undefined;
  if (hasUrl !== hasToken) {
    const [set, missing] = hasUrl ? ["URL", "TOKEN"] : ["TOKEN", "URL"];
    problems.push(`UPSTASH_REDIS_REST_${set} is set but UPSTASH_REDIS_REST_${missing} is not.`);
  }
  if (raw.REDIS_URL !== undefined && (hasUrl || hasToken)) {
    problems.push("REDIS_URL and UPSTASH_REDIS_REST_* are both set. Remove one of them.");
  }
  return problems;
}

/** Null if none is set. */
export function redisOf(settings: {
  REDIS_URL?: string | undefined;
  UPSTASH_REDIS_REST_URL?: string | undefined;
  UPSTASH_REDIS_REST_TOKEN?: string | undefined;
}): RedisSettings | null {
  if (settings.REDIS_URL !== undefined) return redisOverTcp(settings.REDIS_URL);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  return url !== undefined && token !== undefined ? { kind: "upstash", url, token } : null;
}
