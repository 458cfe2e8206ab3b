import { randomBytes } from "node:crypto";
import { startPostgres } from "../../server/testing/postgres";
import { releaseEverything } from "../../server/testing/processes";
import { startProduct } from "../../server/testing/product";
import { startRedis } from "../../server/testing/redis";
import { publishRunFolder } from "../../server/testing/run-folder";
import { createDatabase } from "../../server/testing/template-database";
import { publishStage } from "./stage";

/**
 * Starts one PostgreSQL, one Redis and one built product on both, for all browser specs of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  publishRunFolder();
  try {
    const [postgres, redis] = await Promise.all([
      startPostgres({ isInMemory: true }),
      startRedis(),
    ]);
    const { url: databaseUrl } = await createDatabase(postgres.url);
    const secret = randomBytes(32).toString("base64url");
    const stores = { databaseUrl, redisUrl: redis.url };
    const env = { NEXTAUTH_SECRET: secret, SUPPORT_EMAIL: "help@platform.example" };
    const product = await startProduct({ ...stores, env });
    const { url, logFile } = product;
    publishStage({ url, logFile, ...stores, secret });
    return async () => {
      await product.stop();
      await Promise.all([redis.stop(), postgres.stop()]);
      await releaseEverything();
    };
  } catch (error) {
    await releaseEverything();
    throw error;
  }
}
