import type { RedisSettings } from "../../env-redis";
import type { LimitStore } from "../../rate-limit/store";
import { openRedis, openUpstash } from "../../stores/redis";
import { findRedisFault } from "../../stores/redis-probe";
import { explainRedis } from "../../stores/store-fault";
import { reasonOf } from "../failure";
import { clockFinding, type Finding, fault, ok } from "./finding";

const OLDEST_VERSION = 6;
/** Eviction policies that keep epochs, which have no TTL. */
const KEEPING = /^(noeviction|volatile-)/;

/** The findings about the limiter's Redis. */
export async function lookAtRedis(settings: RedisSettings): Promise<Finding[]> {
  const store =
    settings.kind === "upstash"
      ? openUpstash(settings)
      : await openRedis({ url: settings.url, cluster: settings.isCluster });
  try {
    const sentAtMs = Date.now();
    const [seconds = 0, micros = 0] = (await store.redis.exec<string[]>(["TIME"])).map(Number);
    const halfWayMs = (sentAtMs + Date.now()) / 2;
    const clock = clockFinding("redis clock", seconds * 1_000 + micros / 1_000 - halfWayMs);
    const info = await store.redis.exec<string>(["INFO"]).catch(() => null);
    const facts = info === null ? [ok("redis", "responds")] : findingsOf(info);
    return [...facts, await writeFinding(store), clock];
  } catch (error) {
    const known = explainRedis(error);
    if (known) return [fault("redis", known.problem, known.cure)];
    return [
      fault(
        "redis",
        `can't connect: ${reasonOf(error)}`,
        "Requests are still served, but each process limits on its own. Check REDIS_URL and that Redis is running.",
      ),
    ];
  } finally {
    await store.close();
  }
}

async function writeFinding(store: LimitStore): Promise<Finding> {
  const found = await findRedisFault(store);
  return found ? fault("redis writes", found.problem, found.cure) : ok("redis writes", "work");
}

/** The findings from the reply to INFO. */
function findingsOf(info: string): Finding[] {
  const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const version = fact("valkey_version") ?? fact("redis_version") ?? "unknown";
  const findings = [
    Number.parseInt(version, 10) < OLDEST_VERSION
      ? fault("redis", `version ${version}`, `Upgrade to ${OLDEST_VERSION} or later.`)
      : ok("redis", `version ${version}`),
  ];
  const policy = fact("maxmemory_policy") ?? "unknown";
  const isBounded = Number(fact("maxmemory") ?? 0) > 0;
  if (isBounded && !KEEPING.test(policy)) {
    const advice =
      "Set maxmemory-policy to volatile-lru or noeviction: when an epoch is evicted, every process reads its keys again.";
    findings.push(fault("redis eviction", `maxmemory-policy is ${policy}`, advice));
  } else {
    findings.push(ok("redis eviction", isBounded ? policy : "no memory limit"));
  }
  return findings;
}
