import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { runNginx } from "../../server/testing/nginx";
import { locate } from "../../server/testing/packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "../../server/testing/processes";

const RECIPES = join(import.meta.dirname, "../../docs/deploy");

/** A request that has reached the company's own API. */
export type Reached = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A company's own API, which responds with what has reached it. */
export async function openOwnApi({ port = 0 } = {}) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", url = "", headers } = request;
    response.writeHead(url.endsWith("/fails") ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ method, url, headers, body } satisfies Reached));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

type Setup = {
  latchkeyPort: number;
  apiPort: number;
  platformKey: string;
  /** Changes the configuration of the documentation. */
  edit?: (configuration: string) => string;
};

/** A real proxy that protects the API, and everything that it has logged. */
export type ProtectingProxy = { url: string; logs(): string; stop(): Promise<unknown> };

/** The recipes of the documentation, exactly as printed but for the ports. */
export const PROXIES: Record<string, (setup: Setup) => Promise<ProtectingProxy>> = {
  nginx: openNginx,
  Caddy: openCaddy,
};

async function openNginx({
  latchkeyPort,
  apiPort,
  platformKey,
  edit,
}: Setup): Promise<ProtectingProxy> {
  const [port, folder] = [await freePort(), temporaryFolder("protect-nginx", 0o711)];
  const printed = readFileSync(join(RECIPES, "protect-nginx.conf"), "utf8")
    .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${latchkeyPort};`)
    .replace("server 127.0.0.1:8080;", `server 127.0.0.1:${apiPort};`)
    .replace("listen 8000;", `listen 127.0.0.1:${port};`);
  const key = `proxy_set_header X-Platform-Key ${platformKey};`;
  writeFileSync(join(folder, "latchkey-platform-key.conf"), key, { mode: 0o600 });
  const accessLog = join(folder, "access.log");
  const nginx = await runNginx({ folder, port, site: edit?.(printed) ?? printed, accessLog });
  const logs = () => nginx.output() + readFileSync(accessLog, "utf8");
  return { url: nginx.url, logs, stop: nginx.stop };
}

async function openCaddy({
  latchkeyPort,
  apiPort,
  platformKey,
  edit,
}: Setup): Promise<ProtectingProxy> {
  const [port, folder] = [await freePort(), temporaryFolder("protect-caddy")];
  const url = `http://127.0.0.1:${port}`;
  const printed = readFileSync(join(RECIPES, "protect-caddy.Caddyfile"), "utf8")
    .replace("forward_auth 127.0.0.1:3000", `forward_auth 127.0.0.1:${latchkeyPort}`)
    .replace("reverse_proxy 127.0.0.1:8080", `reverse_proxy 127.0.0.1:${apiPort}`)
    .replace("\n:8000 {", `\n${url} {\n\tlog`);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n}\n${edit?.(printed) ?? printed}`);
  const caddy = spawnOwned({
    command: locate("caddy"),
    args: ["run", "--adapter", "caddyfile", "--config", file],
    env: {
      PATH: process.env.PATH,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      LATCHKEY_PLATFORM_KEY: platformKey,
    },
  });
  await eventually(async () => {
    if (caddy.hasExited()) throw new Error(`Caddy ended: ${caddy.output()}`);
    await fetch(url);
  }, 10_000);
  return { url, logs: caddy.output, stop: () => caddy.stop() };
}
