import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { migrate } from "../stores/migrate";

const TEMPLATE = "latchkey_template";
const TEMPLATE_LOCK = 7_130_425;

export interface TestDatabase {
  url: string;
  /** Ends every connection to it and drops it. */
  drop(): Promise<void>;
}

/** Creates a migrated database on the server at `adminUrl`. */
export function createDatabase(adminUrl: string): Promise<TestDatabase> {
  return create(adminUrl, async (client, name) => {
    await prepareTemplate(client, adminUrl);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  });
}

/** Creates an empty database, without any migration. */
export function createEmptyDatabase(adminUrl: string): Promise<TestDatabase> {
  return create(adminUrl, (client, name) => client.query(`CREATE DATABASE ${name}`));
}

async function create(
  adminUrl: string,
  make: (client: Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin(adminUrl, (client) => make(client, name));
  return {
    url: urlOf(adminUrl, name),
    drop: () =>
      asAdmin(adminUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

// The first caller migrates the template; test files run in separate processes, hence the lock.
async function prepareTemplate(client: Client, adminUrl: string): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const { rows } = await client.query<{ datistemplate: boolean }>(
      "SELECT datistemplate FROM pg_database WHERE datname = $1",
      [TEMPLATE],
    );
    if (rows[0]?.datistemplate) return;
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate({ connectionString: urlOf(adminUrl, TEMPLATE) });
    await client.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

async function asAdmin(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
