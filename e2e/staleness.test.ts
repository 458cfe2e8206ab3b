import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setKeyScopes } from "../server/core/keys/edit";
import { revokeKey, setKeyLimit } from "../server/core/keys/mutations";
import { setPartnerStatus } from "../server/core/partners/mutations";
import type { Partner } from "../server/core/partners/schema";
import { revokePlatformKey } from "../server/core/platform-keys/mutations";
import { isThorough } from "../server/testing/extent";
import { type Answered, hammer } from "../server/testing/hammer";
import { openPlatform, PASSWORD, type Platform } from "../server/testing/platform";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis, type TestRedis } from "../server/testing/redis";
import { answer, type Settings } from "./support/latchkey";
import { signIn } from "./support/sign-in";

// `npm run soak:revoke` runs it for longer.
const ANSWERS = Number(process.env.STALENESS_ANSWERS ?? (isThorough ? 850 : 300));
const ROUNDS = process.env.STALENESS_ROUNDS ?? (isThorough ? 12 : "each change once");
/** Beside the test's own process, which makes most of the changes. */
const PROCESSES = isThorough || process.env.STALENESS_ROUNDS ? [1, 2, 3] : [1, 2];
/** Part of the names of the changes to make; unset means all. */
const ONLY = process.env.STALENESS_CHANGES ?? "";
/** The number of rounds, each with the next of the changes. */
const roundsOf = (changes: Change[]) =>
  ROUNDS === "each change once" ? changes.length : Number(ROUNDS);
const LONG_MS = 1_200_000;
const FORWARD_AUTH = "/api/v1/platform/forward-auth";
const ROOMY = 600_000;

type TestKey = {
  code: string;
  partnerId: string;
  keyId: string;
  plaintext: string;
  /** The key of a proxy that asks about requests with the partner's key. */
  proxy?: { keyId: string; plaintext: string };
};

/**
 * A change that every process must apply once it is acknowledged, and the check that finds when one
 * does not.
 */
type Change = {
  name: string;
  /** The requested path, if not the key's own partner. */
  path?: string;
  apply(testKey: TestKey): Promise<unknown>;
  isOld(got: Answered): boolean;
};

const accepted = ({ status }: Answered) => status !== 401;
const active = ({ status, body }: Answered) =>
  status === 200 && JSON.parse(body).status === "active";
const roomy = ({ headers }: Answered) =>
  headers["ratelimit-policy"] !== '"burst";q=50;w=10, "minute";q=300;w=60';

/** The changes that the command line makes, on any stores. */
function byCommand(settings: Settings): Change[] {
  const run = (...words: string[]) => answer(settings, words);
  return [
    {
      name: "revoke by command",
      apply: ({ keyId }) => run("key", "revoke", keyId),
      isOld: accepted,
    },
    {
      name: "suspend by command",
      apply: ({ code }) => run("partner", "suspend", code),
      isOld: active,
    },
    {
      name: "limit by command",
      apply: ({ keyId }) => run("key", "limit", keyId, "300"),
      isOld: roomy,
    },
  ];
}

type Disturb = { before?: () => Promise<void>; after?: () => Promise<void> };

/**
 * One round: under load, makes the change and waits until it is acknowledged. No later response may
 * reflect the old state.
 */
async function round(options: {
  urls: string[];
  testKey: TestKey;
  change: Change;
  disturb?: Disturb;
}) {
  const { urls, testKey, change, disturb = {} } = options;
  for (const url of urls) {
    const headers = { authorization: `Bearer ${testKey.plaintext}` };
    const { status } = await fetch(`${url}/api/v1/reseller/me`, { headers });
    expect(status).toBe(200);
  }
  const { path, isOld } = change;
  const headers = {
    "x-platform-key": testKey.proxy?.plaintext ?? "",
    "x-forwarded-method": "GET",
  };
  const load = hammer({ urls, key: testKey.plaintext, headers, isOld, ...(path && { path }) });
  await new Promise((resume) => setTimeout(resume, 100));
  await disturb.before?.();
  await change.apply(testKey);
  load.acknowledge();
  await disturb.after?.();
  const { before, after, old } = await load.finish(ANSWERS);
  expect(before).toBeGreaterThan(0);
  expect({ change: change.name, old }).toEqual({ change: change.name, old: 0 });
  return after;
}

describe("processes on ports of their own, with PostgreSQL and Redis", () => {
  let redis: TestRedis;
  let platform: Platform;
  let products: Product[];
  let changes: Change[];
  const partners = new Map<string, Partner>();
  beforeAll(async () => {
    redis = await startRedis();
    platform = await openPlatform({ env: { REDIS_URL: redis.url } });
    const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
    products = await Promise.all(PROCESSES.map(() => startProduct(stores)));
    const all = [...byProcess(), ...byCommand(commandSettings()), byDashboard()];
    changes = all.filter(({ name }) => name.includes(ONLY));
  });
  afterAll(async () => {
    for (const product of products) await product.stop();
    await platform.close();
    await redis.stop();
  });

  const commandSettings = () => ({ DATABASE_URL: platform.databaseUrl, REDIS_URL: redis.url });

  function byProcess(): Change[] {
    const { system } = platform;
    return [
      {
        name: "revoke by a further process",
        apply: ({ keyId }) => revokeKey(system, { keyId, after: "now" }),
        isOld: accepted,
      },
      {
        name: "suspend by a further process",
        apply: ({ partnerId }) => setPartnerStatus(system, { partnerId, status: "suspended" }),
        isOld: active,
      },
      {
        name: "limit by a further process",
        apply: ({ keyId }) => setKeyLimit(system, { keyId, perMinute: 300 }),
        isOld: roomy,
      },
      {
        name: "scopes by a further process",
        path: "/api/v1/reseller/prices",
        apply: ({ keyId }) => setKeyScopes(system, { keyId, scopes: [], mayWiden: false }),
        isOld: ({ status }) => status !== 403,
      },
      {
        name: "revoke, as forward auth sees it",
        path: FORWARD_AUTH,
        apply: ({ keyId }) => revokeKey(system, { keyId, after: "now" }),
        isOld: accepted,
      },
      {
        name: "revoke of the proxy's own key",
        path: FORWARD_AUTH,
        apply: ({ proxy }) =>
          revokePlatformKey(system, { keyId: proxy?.keyId ?? "", after: "now" }),
        isOld: ({ status }) => status !== 500,
      },
    ];
  }

  function byDashboard(): Change {
    const apply = async ({ partnerId, keyId }: TestKey) => {
      const partner = partners.get(partnerId);
      if (!partner) throw new Error("the round's partner is not known");
      const { email } = await platform.newPerson(partner, "owner");
      const session = await signIn(products[0]?.url ?? "", { email, password: PASSWORD });
      const said = await session.procedure("keys.revoke", {
        partner: partner.code,
        keyId,
        after: "now",
      });
      expect(said).toContain('"state":"revoked"');
    };
    return { name: "revoke in the dashboard", apply, isOld: accepted };
  }

  async function newTestKey(): Promise<TestKey> {
    const partner = await platform.newPartner();
    partners.set(partner.id, partner);
    const { key, plaintext } = await platform.newKey(partner);
    await setKeyLimit(platform.system, { keyId: key.id, perMinute: ROOMY });
    const { key: proxyKey, ...proxy } = await platform.newPlatformKey();
    return {
      code: partner.code,
      partnerId: partner.id,
      keyId: key.id,
      plaintext,
      proxy: { keyId: proxyKey.id, plaintext: proxy.plaintext },
    };
  }

  it(
    "never serve data from before an acknowledged change, whoever made it, even while Redis restarts",
    async () => {
      const urls = products.map(({ url }) => url);
      const rounds = roundsOf(changes);
      let answers = 0;
      for (let i = 0; i < rounds; i++) {
        const change = changes[i % changes.length];
        if (!change) throw new Error("there are no changes");
        const disturb: Disturb =
          i % 5 === 3 ? { before: redis.restart } : i % 5 === 4 ? { after: redis.restart } : {};
        answers += await round({ urls, testKey: await newTestKey(), change, disturb });
      }
      expect(answers).toBeGreaterThanOrEqual(rounds * ANSWERS);
    },
    LONG_MS,
  );
});

// With one process there is nobody to announce a change to.
const describeRare = isThorough || process.env.STALENESS_ROUNDS ? describe : () => undefined;

describeRare("one process on embedded stores", () => {
  let product: Product;
  let made = 0;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop(), 60_000);

  const settings = () => ({ DATA_DIR: product.dataDir });

  async function newTestKey(): Promise<TestKey> {
    const code = `stale-${++made}`;
    const create = `partner create --code ${code} --name ${code} --key First --scopes metrics:read`;
    const { partner, key } = await answer(settings(), create.split(" "));
    await answer(settings(), ["key", "limit", key.id, String(ROOMY)]);
    return { code, partnerId: partner.id, keyId: key.id, plaintext: key.key };
  }

  const byDashboard: Change = {
    name: "revoke in the dashboard",
    isOld: accepted,
    apply: async ({ code, keyId }) => {
      const email = `owner@${code}.example`;
      const invite = `user invite --partner ${code} --role owner --email ${email}`;
      const { setup_url: setupUrl } = await answer(settings(), invite.split(" "));
      const token = String(setupUrl).split("#")[1];
      const redeemed = await fetch(`${product.url}/api/trpc/session.redeemLink`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: product.url },
        body: JSON.stringify({ token, password: PASSWORD }),
      });
      expect(await redeemed.text()).toContain(email);
      const session = await signIn(product.url, { email, password: PASSWORD });
      const said = await session.procedure("keys.revoke", {
        partner: code,
        keyId,
        after: "now",
      });
      expect(said).toContain('"state":"revoked"');
    },
  };

  it(
    "never serves data from before a change made in the dashboard or the CLI",
    async () => {
      const changes = [...byCommand(settings()), byDashboard];
      const rounds = roundsOf(changes);
      let answers = 0;
      for (let i = 0; i < rounds; i++) {
        const change = changes[i % changes.length];
        if (!change) throw new Error("there are no changes");
        answers += await round({ urls: [product.url], testKey: await newTestKey(), change });
      }
      expect(answers).toBeGreaterThanOrEqual(rounds * ANSWERS);
    },
    LONG_MS,
  );
});
