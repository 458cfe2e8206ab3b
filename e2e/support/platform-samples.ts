import { createCustomer } from "../../server/core/customers/mutations";
import { PLATFORM_SCOPE_NAMES } from "../../server/core/kernel/scopes";
import { createPartner } from "../../server/core/partners/mutations";
import { saveProduct } from "../../server/core/products/mutations";
import type { Endpoint } from "../../server/rest/endpoint";
import { PLATFORM_ENDPOINTS } from "../../server/rest/platform-endpoints";
import { PRODUCT, THINGS } from "../../server/rest/testing/things";
import { openPlatform, SECRET } from "../../server/testing/platform";
import { startProduct } from "../../server/testing/product";
import type { Ended, Environment, Program } from "./sample-programs";

/** The variable with which a sample's reader names what is changed. */
const VARIABLE = /\b[A-Z_]+_(?:ID|CODE|NAME)\b/;

/**
 * The product and the partners of the documentation, and for each sample a thing of its own: a second
 * one could not be closed, paid or ended again.
 */
export async function openPlatformStand() {
  const platform = await openPlatform();
  const { system, databaseUrl } = platform;
  const env = { NEXTAUTH_SECRET: SECRET };
  const product = await startProduct({ databaseUrl, env });
  await saveProduct(system, PRODUCT);
  const [{ partner }] = [
    await createPartner(system, { code: "acme", name: "Acme", revsharePct: 20 }),
    await createPartner(system, { code: "globex", name: "Globex", revsharePct: 20 }),
  ];
  const customer = { email: "ada@example.com", externalId: "crm-1815", metadata: {} };
  await createCustomer(system, { partnerId: partner.id, ...customer });
  const expiresAt = new Date(Date.now() + 86_400_000);
  const { plaintext } = await platform.newPlatformKey({
    scopes: [...PLATFORM_SCOPE_NAMES],
    expiresAt,
  });

  const newThing = async ({ path }: Endpoint): Promise<string> =>
    (await THINGS.platform[path]?.own(platform, await platform.newPartner())) ?? "";

  async function runEach(endpoint: Endpoint, programs: Program[]): Promise<Ended[]> {
    const given: Environment = { LATCHKEY_KEY: plaintext };
    const [variable] = VARIABLE.exec(programs[0]?.code.replaceAll("LATCHKEY_KEY", "") ?? "") ?? [];
    if (variable === undefined) {
      await newThing(endpoint);
      return Promise.all(programs.map((program) => program.run(given)));
    }
    const ended: Ended[] = [];
    for (const program of programs) {
      ended.push(await program.run({ ...given, [variable]: await newThing(endpoint) }));
    }
    return ended;
  }

  /** Runs the samples of each endpoint; returns each result by endpoint and language. */
  async function runAll(programs: Program[]): Promise<[string, Ended][]> {
    const all: [string, Ended][] = [];
    for (const endpoint of PLATFORM_ENDPOINTS) {
      const own = programs.filter(({ section }) => section === endpoint.id);
      const ended = await runEach(endpoint, own);
      own.forEach(({ language }, index) => {
        all.push([`${endpoint.id} ${language}`, ended[index] ?? { code: "not run", output: "" }]);
      });
    }
    return all;
  }

  return {
    textOf: async (path: string) => (await fetch(product.url + path)).text(),
    runAll,
    close: async () => {
      await product.stop();
      await platform.close();
    },
  };
}
