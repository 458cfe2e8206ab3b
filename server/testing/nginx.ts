import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { locate } from "./packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "./processes";

const DOCUMENTED = new URL("../../docs/deploy/nginx.conf", import.meta.url);

export type Nginx = {
  url: string;
  port: number;
  /** Its error log. */
  output(): string;
  stop(): Promise<unknown>;
};

/**
 * A real nginx on a free loopback port, with the configuration of the documentation, over plain
 * http, in front of these ports. `edit` changes the configuration.
 */
export async function startNginx(
  ports: readonly number[],
  options: { port?: number; edit?: (conf: string) => string } = {},
): Promise<Nginx> {
  const port = options.port ?? (await freePort());
  const folder = temporaryFolder("nginx", 0o711);
  const site = readFileSync(DOCUMENTED, "utf8")
    .replace(
      /^ *server 127\.0\.0\.1:3001 (.*)\n *server 127\.0\.0\.1:3002 .*$/gm,
      (_documented, options: string) =>
        ports.map((each) => `server 127.0.0.1:${each} ${options}`).join("\n"),
    )
    .replace("/var/cache/latchkey", join(folder, "cache"))
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace("server_name partners.example.com;", "server_name _;")
    .replaceAll(/^ *ssl_.*$/gm, "")
    // Browsers include the port in Host; behind the documented port 443 there is none.
    .replace("proxy_set_header Host $host;", "proxy_set_header Host $http_host;");
  return runNginx({ folder, port, site: options.edit?.(site) ?? site });
}

/** A real nginx that serves a site's configuration, in a folder of its own. */
export async function runNginx({
  folder,
  port,
  site,
  accessLog = "off",
}: {
  folder: string;
  port: number;
  site: string;
  accessLog?: string;
}): Promise<Nginx> {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  const conf = `daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log stderr warn;
    events { worker_connections 4096; }
    http { access_log ${accessLog}; ${temporary}\n${site} }`;
  writeFileSync(join(folder, "nginx.conf"), conf);
  const server = spawnOwned({
    command: locate("nginx"),
    args: ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")],
  });
  await eventually(async () => {
    if (server.hasExited()) throw new Error(`nginx ended: ${server.output()}`);
    await new Promise<void>((done, fail) => {
      const socket = connect(port, "127.0.0.1", () => done(void socket.destroy()));
      socket.once("error", fail);
    });
  }, 10_000);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    output: server.output,
    stop: () => server.stop(),
  };
}
