import { PLATFORM_SCOPE_NAMES } from "../../core/kernel/scopes";
import type { KeyIssue } from "../../core/keys/schema";
import { saveProduct } from "../../core/products/mutations";
import { readEnv } from "../../env";
import { openPostgres } from "../../stores/postgres";
import { openPlatform, steppingClock } from "../../testing/platform";
import { openWiring } from "../../wiring";
import type { Api } from "../api";
import type { Endpoint } from "../endpoint";
import { answerFetch } from "../fetch";
import { STANDS, type Stand } from "./stands";
import { exampleFor, PRODUCT, THINGS } from "./things";

type FailureStand = Awaited<ReturnType<typeof openFailureStand>>;

/** Both APIs on one database, and with a database that is down or refuses its role. */
export async function openFailureStand() {
  // The document has a month that can't be closed yet.
  const clock = steppingClock(new Date("2026-11-26T09:30:00Z"));
  const platform = await openPlatform({ clock });
  // Another process of the same deployment, with connections of its own.
  const other = await openPlatform({ clock, beside: platform });
  await saveProduct(platform.system, PRODUCT);
  const asNobody = Object.assign(new URL(platform.databaseUrl), { username: "nobody" });
  const without = await apiOn("postgresql://postgres@127.0.0.1:1/none");
  const refused = await apiOn(asNobody.href);
  const close = async () => {
    await without.close();
    await refused.close();
    await other.close();
    await platform.close();
  };
  return {
    clock,
    platform,
    other,
    withoutDatabase: without.api,
    refused: refused.api,
    close,
  };
}

/** Both APIs over another database. */
async function apiOn(connectionString: string): Promise<{ api: Api; close(): Promise<void> }> {
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent" }),
    postgres: openPostgres({ connectionString }),
    secret: "a secret of the tests, long enough to sign with",
    hasOwnServer: false,
  });
  return { api: wiring.api, close: () => wiring.close() };
}

type Headers = Record<string, string>;
/** A call of an endpoint that would succeed: its example, a new thing and a new key. */
export type Scene = Awaited<ReturnType<typeof newScene>>;

export async function newScene(failures: FailureStand, endpoint: Endpoint) {
  const { platform } = failures;
  const stand: Stand = STANDS[endpoint.keyType];
  const partner = await platform.newPartner();
  const key = await stand.newKey(platform, partner);
  const thing = THINGS[endpoint.keyType][endpoint.path];
  const own = (await thing?.own(platform, partner)) ?? "";
  const example = await exampleFor(endpoint, platform, partner);
  const pathAt = (id: string) => endpoint.path.replace(/\{\w+\}(.*\})?/, id);
  const body = example && JSON.stringify(example);
  const init = (headers: Headers, text = body) => ({
    method: endpoint.method,
    ...(text !== undefined && { body: text }),
    headers: {
      authorization: `Bearer ${key.plaintext}`,
      ...(text !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
  });
  return {
    ...failures,
    endpoint,
    stand,
    partner,
    key,
    thing,
    own,
    example: example ?? {},
    /** A further key, with these properties. */
    newKey: async (input: Partial<Pick<KeyIssue, "expiresAt" | "allowedNetworks">>) => {
      if (endpoint.keyType === "partner") return platform.newKey(partner, input);
      const expiresAt = new Date(failures.clock.now().getTime() + 86_400_000);
      return platform.newPlatformKey({ scopes: [...PLATFORM_SCOPE_NAMES], expiresAt, ...input });
    },
    send: (headers: Headers = {}, text?: string, id = own) =>
      stand.call(platform, pathAt(id), init(headers, text)),
    ask: (query: string) => stand.call(platform, `${pathAt(own)}?${query}`, init({})),
    through: (api: Api) => {
      const url = `http://latchkey.test${stand.api.basePath}${pathAt(own)}`;
      return answerFetch(api, new Request(url, init({})), { address: null });
    },
  };
}
