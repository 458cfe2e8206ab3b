import pg from "pg";

/** Runs statements on a database as its administrator, each on its own. */
export async function administer(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
