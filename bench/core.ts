import type { Ctx } from "../server/core/kernel/actor";
import { SCOPE_NAMES } from "../server/core/kernel/scopes";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { issueKey } from "../server/core/keys/mutations";
import { readEnv } from "../server/env";
import { openPostgres } from "../server/stores/postgres";
import { openWiring } from "../server/wiring";

const SECRET = "a secret of the bench, long enough to sign with";

type Options = { secret?: string; settings?: Record<string, string> };

/** The product's core in this process, which serves nothing and delivers nothing. */
export async function openBenchCore(databaseUrl: string, options: Options = {}) {
  const { secret = SECRET, settings = {} } = options;
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent", ...settings }),
    postgres: openPostgres({ connectionString: databaseUrl }),
    secret,
    hasOwnServer: false,
  });
  const ctx: Ctx = { ...wiring.core, actor: { kind: "system", name: "bench" }, address: null };
  return { wiring, ctx };
}

/** A key with all scopes and the highest limit. */
export function newBenchKey(ctx: Ctx, partnerId: string) {
  const key = { label: "bench", scopes: [...SCOPE_NAMES], perMinute: MAX_PER_MINUTE };
  return issueKey(ctx, { partnerId, ...key });
}
