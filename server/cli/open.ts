import type { Env } from "../env";
import { siteUrl } from "../self-host/site-url";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { openPostgres, type PostgresTarget } from "../stores/postgres";
import { openWiring } from "../wiring";
import type { CommandHost } from "./command";

export type OpenHost = { host: CommandHost; close(): Promise<void> };

/** Opens the external database; only `migrate` changes its schema. */
export function openExternal(env: Env, connectionString: string): Promise<OpenHost> {
  const target = { connectionString };
  return openOver(env, target, (options) => migrate(target, options));
}

/** Opens the embedded stores and applies pending migrations. The caller holds DATA_DIR. */
export async function openOwn(env: Env): Promise<OpenHost> {
  const embedded = await openEmbedded({ dataDir: env.dataDir });
  try {
    const done = await migrate(embedded.target);
    const again: CommandHost["migrate"] = async (options) =>
      options.wasRestored ? migrate(embedded.target, options) : done;
    const { host, close } = await openOver(env, embedded.target, again);
    return { host, close: () => close().finally(embedded.close) };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function openOver(
  env: Env,
  target: PostgresTarget,
  bringUpToDate: CommandHost["migrate"],
): Promise<OpenHost> {
  const postgres = openPostgres(target);
  const secret = env.authSecret;
  const parts = { env, postgres, secret: secret ?? "", hasOwnServer: false };
  const { core, dispatcher, mailer, close } = await openWiring(parts);
  const host: CommandHost = {
    core,
    siteUrl: siteUrl(env),
    migrate: bringUpToDate,
    dispatcher: secret === null ? null : dispatcher,
    mailer,
  };
  return { host, close };
}
