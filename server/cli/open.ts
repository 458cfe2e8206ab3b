import type { Env } from "../env";
import { siteUrl } from "../self-host/site-url";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { openPostgres, type PostgresTarget } from "../stores/postgres";
import { authSecretFile, readIfExists } from "../stores/secret-file";
import { openWiring } from "../wiring";
import type { CommandHost } from "./command";

export type OpenHost = { host: CommandHost; close(): Promise<void> };

/** Opens the external database; only `migrate` changes its schema. */
export function openExternal(env: Env, connectionString: string): Promise<OpenHost> {
  const target = { connectionString };
  return openOver({ env, target, secret: env.authSecret }, (options) => migrate(target, options));
}

/**
 * Opens the embedded stores, with the secret of the server that has used them, and applies pending
 * migrations. The caller holds DATA_DIR.
 */
export async function openOwn(env: Env): Promise<OpenHost> {
  const embedded = await openEmbedded({ dataDir: env.dataDir });
  try {
    const done = await migrate(embedded.target);
    const again: CommandHost["migrate"] = async (options) =>
      options.wasRestored ? migrate(embedded.target, options) : done;
    const secret = env.authSecret ?? (await readIfExists(authSecretFile(env.dataDir)));
    const { host, close } = await openOver({ env, target: embedded.target, secret }, again);
    return { host, close: () => close().finally(embedded.close) };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function openOver(
  { env, target, secret }: { env: Env; target: PostgresTarget; secret: string | null },
  bringUpToDate: CommandHost["migrate"],
): Promise<OpenHost> {
  const postgres = openPostgres(target);
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
