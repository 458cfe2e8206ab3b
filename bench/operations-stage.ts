import { createPartner } from "../server/core/partners/mutations";
import { redeemLink } from "../server/core/sign-in/links";
import { findSessionActor, signIn } from "../server/core/sign-in/sessions";
import { inviteOperator, inviteUser } from "../server/core/team/invitations";
import { enrol } from "../server/testing/authenticator";
import { type Nginx, startNginx } from "../server/testing/nginx";
import { startPostgres } from "../server/testing/postgres";
import { freePort } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { createDatabase } from "../server/testing/template-database";
import { newBenchKey, openBenchCore } from "./core";

const SECRET = "the secret that the soak begins with".padEnd(40, ".");
export const PASSWORD = "correct horse battery";

export type Operations = Awaited<ReturnType<typeof openOperations>>;

/** Two instances behind nginx on their own stores, set up as docs/operations.md describes. */
export async function openOperations() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { url: databaseUrl } = await createDatabase(postgres.url);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const accounts = await provideAccounts({ databaseUrl, redisUrl: redis.url });
  let settings: Record<string, string> = { NEXTAUTH_SECRET: SECRET };
  const launch = (own: number) => {
    const env = { NEXTAUTH_URL: url, TRUST_PROXY: "1", DRAIN_SECONDS: "5", METRICS_TOKEN: TOKEN };
    return startProduct({
      databaseUrl,
      redisUrl: redis.url,
      port: own,
      env: { ...env, ...settings },
    });
  };
  const instances = [await launch(await freePort()), await launch(await freePort())];
  const ports = instances.map((instance) => instance.port);
  const nginx: Nginx = await startNginx(ports, { port });
  return {
    postgres,
    redis,
    databaseUrl,
    url,
    nginx,
    accounts,
    /** The running instances, in the order of their ports. */
    instances: (): readonly Product[] => instances,
    secret: () => settings.NEXTAUTH_SECRET ?? "",
    /**
     * Restarts the instances one after the other with these settings. Throws if one exits with an
     * error.
     */
    roll: async (next = settings) => {
      settings = next;
      for (const [index, instance] of instances.entries()) {
        const ended = await instance.stop();
        if (ended !== 0) throw new Error(`An instance exited with ${ended}:\n${instance.output()}`);
        instances[index] = await launch(instance.port);
      }
    },
    stopInstances: () => Promise.all(instances.map((instance) => instance.stop())),
    close: async () => {
      await nginx.stop();
      await Promise.all([...instances.map((instance) => instance.stop()), redis.stop()]);
      await postgres.stop();
    },
  };
}

export const TOKEN = "a token of the soak, long enough to be one";

/** A partner with a key, an owner and a viewer, and an operator with a second factor. */
async function provideAccounts(stores: { databaseUrl: string; redisUrl: string }) {
  const { wiring, ctx: system } = await openBenchCore(stores.databaseUrl, {
    secret: SECRET,
    settings: { REDIS_URL: stores.redisUrl },
  });
  const { core } = wiring;
  try {
    const bench = { code: "bench", name: "Bench", revsharePct: 20 };
    const { partner } = await createPartner(system, bench);
    const partnerId = partner.id;
    const issued = await newBenchKey(system, partnerId);
    const people = ["owner", "viewer"] as const;
    for (const role of people) {
      const email = `${role}@bench.example`;
      const { token } = await inviteUser(system, { partnerId, email, role });
      await redeemLink(system, { token, password: PASSWORD });
    }
    const operator = "operator@bench.example";
    const { token } = await inviteOperator(system, { email: operator });
    await redeemLink(system, { token, password: PASSWORD });
    const origin = { address: null, userAgent: null };
    const entered = await signIn(core, { email: operator, password: PASSWORD, ...origin });
    const actor = await findSessionActor(core, entered.sessionId);
    if (!actor) throw new Error("the operator has no session");
    const { secret } = await enrol({ ...system, actor }, PASSWORD);
    return {
      partnerId,
      partner: partner.code,
      keyId: issued.key.id,
      key: issued.plaintext,
      people: people.map((role) => `${role}@bench.example`),
      operator: { email: operator, factor: secret },
    };
  } finally {
    await wiring.close();
  }
}
