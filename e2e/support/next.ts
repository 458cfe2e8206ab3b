import { join } from "node:path";
import {
  eventually,
  freePort,
  type OwnedProcess,
  spawnOwned,
} from "../../server/testing/processes";

/** The built app under Next's own server, as on hosts without our server. */
type NextServer = { url: string; child: OwnedProcess };

/** Starts it on a free port over these stores; resolves when GET /api/health returns 200. */
export async function startNext(stores: Record<string, string>): Promise<NextServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnOwned({
    command: join("node_modules", ".bin", "next"),
    args: ["start", "-H", "127.0.0.1", "-p", String(port)],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: "a secret of the tests, long enough to sign with",
      ...stores,
    },
  });
  await eventually(async () => {
    if (child.hasExited()) return;
    const { status } = await fetch(`${url}/api/health`);
    if (status !== 200) throw new Error(`GET /api/health answered ${status}`);
  }, 60_000);
  if (child.hasExited()) throw new Error(child.output());
  return { url, child };
}
