import { type Nginx, startNginx } from "./nginx";
import { openPlatform, type Platform } from "./platform";
import { freePort } from "./processes";
import { type Product, startProduct } from "./product";
import { startRedis } from "./redis";

export type Pair = {
  platform: Platform;
  /** Replace an entry when its instance is restarted. */
  instances: [Product, Product];
  nginx: Nginx;
  /** Starts an instance on this port, of the build in `root`. */
  launch: (port: number, root?: string) => Promise<Product>;
  redisUrl: string;
  secret: string;
  close(): Promise<void>;
};

/**
 * Two instances on external stores behind a real nginx, with the configuration of
 * docs/deploy/nginx.conf. `edit` changes that configuration.
 */
export async function openPair(
  options: { env?: Record<string, string>; edit?: (conf: string) => string } = {},
): Promise<Pair> {
  const redis = await startRedis();
  const platform = await openPlatform({ env: { REDIS_URL: redis.url } });
  const port = await freePort();
  const secret = "one secret for all instances".padEnd(40, ".");
  const env = {
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    NEXTAUTH_SECRET: secret,
    TRUST_PROXY: "1",
    // The default: longer than nginx keeps an idle connection to an instance.
    DRAIN_SECONDS: "5",
    ...options.env,
  };
  const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
  const launch: Pair["launch"] = (own, root) =>
    startProduct({ ...stores, port: own, env, ...(root === undefined ? {} : { root }) });
  const instances: Pair["instances"] = [
    await launch(await freePort()),
    await launch(await freePort()),
  ];
  const ports = instances.map((instance) => instance.port);
  const nginx = await startNginx(ports, { port, ...(options.edit && { edit: options.edit }) });
  return {
    platform,
    instances,
    nginx,
    launch,
    redisUrl: redis.url,
    secret,
    close: async () => {
      await nginx.stop();
      await Promise.all(instances.map((instance) => instance.stop()));
      await platform.close();
      await redis.stop();
    },
  };
}
