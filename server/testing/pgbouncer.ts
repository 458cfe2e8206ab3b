import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { locate } from "./packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "./processes";

/**
 * A PgBouncer in transaction mode with few server connections, whose initial time zone is far from
 * UTC.
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: { limits?: string; pooling?: string } = {},
) {
  const { hostname, port: server, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} SET timezone TO 'Asia/Tokyo'`);
  if (settings.limits) await admin.query(`ALTER DATABASE ${name} SET ${settings.limits}`);
  await admin.end();
  const folder = temporaryFolder("pgbouncer", 0o777);
  const port = await freePort();
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
${name} = host=${hostname} port=${server} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
${settings.pooling ?? ""}
`,
  );
  writeFileSync(join(folder, "users.txt"), '"postgres" ""\n');
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawnOwned({
    command: locate("pgbouncer"),
    args: [...(isRoot ? ["-u", "nobody"] : []), join(folder, "pgbouncer.ini")],
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/${name}`;
  await eventually(async () => {
    if (child.hasExited()) throw new Error(child.output());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  }, 60_000);
  return { url, stop: () => child.stop() };
}
