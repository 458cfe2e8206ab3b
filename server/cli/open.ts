import { isIPv6 } from "node:net";
import type { Env } from "../env";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { openPostgres, type PostgresTarget } from "../stores/postgres";
import { openWiring } from "../wiring";
import type { CommandRequest } from "./command";
import type { Reply } from "./failure";
import { runCommand } from "./run";

/** Runs a command on the external database, whose schema only `migrate` touches. */
export function runOnExternal(
  env: Env,
  connectionString: string,
  request: CommandRequest,
): Promise<Reply> {
  const target = { connectionString };
  return runOn(env, target, { request, migrate: () => migrate(target) });
}

/** Opens the embedded stores, brings them up to date and runs a command. The caller holds DATA_DIR. */
export async function runOnEmbedded(env: Env, request: CommandRequest): Promise<Reply> {
  const embedded = await openEmbedded({ dataDir: env.dataDir });
  try {
    const done = await migrate(embedded.target);
    return await runOn(env, embedded.target, { request, migrate: async () => done });
  } finally {
    await embedded.close();
  }
}

async function runOn(
  env: Env,
  target: PostgresTarget,
  job: { request: CommandRequest; migrate(): Promise<{ applied: string[] }> },
): Promise<Reply> {
  const postgres = openPostgres(target);
  // Nothing is signed here.
  const wiring = await openWiring({ env, postgres, secret: "", hasOwnServer: false });
  try {
    const siteUrl = env.publicUrl ?? localUrl(env);
    return await runCommand({ core: wiring.core, siteUrl, migrate: job.migrate }, job.request);
  } finally {
    await wiring.close();
  }
}

/** Where a server with these settings is reached from this machine. */
function localUrl({ host, port }: Env): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
