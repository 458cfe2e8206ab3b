import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { locate } from "./packages";
import {
  childrenOf,
  eventually,
  freePort,
  memoryFolder,
  type OwnedProcess,
  sendSignal,
  spawnOwned,
  temporaryFolder,
} from "./processes";

interface TestPostgres {
  /** Superuser, database `postgres`, trust authentication, loopback only. */
  url: string;
  port: number;
  /** The folder of its Unix socket, if it has one. */
  socketFolder: string | null;
  stop(): Promise<void>;
  /** SIGKILL to the server and all its backends; `restart` starts it again with its data. */
  kill9(): Promise<void>;
  /** Freezes the server: connections hang, as on a dead network. */
  pause(): void;
  resume(): void;
  /** Stops it if it runs, and starts it again on the same port and data. */
  restart(): Promise<void>;
}

interface Owner {
  uid?: number;
  gid?: number;
}

// No fsync: a test's data need not survive a crash of the machine. Commits still survive a kill of
// the server, because synchronous_commit stays on and the kernel keeps written data.
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "64MB",
  timezone: "UTC",
  log_checkpoints: "off",
};

/** A socket's path may be 107 bytes long at most (103 on macOS), and temporary folders nest. */
const LONGEST_SOCKET_FOLDER = 80;

/**
 * A separate PostgreSQL cluster in a temporary folder, which ends with this process. `copyOf`: the
 * URL of a cluster of which it is a base backup, recovered as to a point in time, or a standby until
 * it is promoted. `isInMemory`: for many small databases.
 */
export async function startPostgres(
  options: { copyOf?: string; isStandby?: boolean; isInMemory?: boolean } = {},
): Promise<TestPostgres> {
  const bin = locate("postgres");
  const folder = (options.isInMemory ? memoryFolder : temporaryFolder)("postgres");
  const owner = ownerOf(folder);
  const data = join(folder, "data");
  const make = (tool: string, ...args: string[]) =>
    execFileSync(join(bin, tool), ["-D", data, "--no-sync", ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      ...owner,
    });
  if (options.copyOf === undefined) {
    make("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C");
  } else {
    make("pg_basebackup", "-d", options.copyOf, "-X", "stream", "--checkpoint=fast");
    writeFileSync(join(data, options.isStandby ? "standby.signal" : "recovery.signal"), "");
    appendFileSync(join(data, "postgresql.auto.conf"), "restore_command = 'false'\n");
  }
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const hasSocket = options.isInMemory === true && folder.length <= LONGEST_SOCKET_FOLDER;
  const socketFolder = hasSocket ? folder : null;
  const start = () => launch({ bin, data, folder, port, owner, url, socketFolder });
  let server = await start();
  const kill9 = async () => {
    const family = familyOf(server.pid);
    for (const pid of family) sendSignal(pid, "SIGKILL");
    await server.exited;
  };
  return {
    url,
    port,
    socketFolder,
    kill9,
    stop: async () => {
      await server.stop();
    },
    pause: () => {
      // The main process first: it would fork another while the rest are being stopped.
      sendSignal(server.pid, "SIGSTOP");
      for (const pid of childrenOf(server.pid)) sendSignal(pid, "SIGSTOP");
    },
    resume: () => {
      for (const pid of familyOf(server.pid)) sendSignal(pid, "SIGCONT");
    },
    restart: async () => {
      if (!server.hasExited()) await server.stop();
      server = await start();
    },
  };
}

async function launch(options: {
  bin: string;
  data: string;
  folder: string;
  port: number;
  owner: Owner;
  url: string;
  socketFolder: string | null;
}): Promise<OwnedProcess> {
  const { bin, data, folder, port, owner, url, socketFolder } = options;
  const all = { ...SETTINGS, unix_socket_directories: socketFolder ?? "" };
  const settings = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawnOwned({
    command: join(bin, "postgres"),
    args: ["-D", data, "-p", String(port), ...settings],
    cwd: folder,
    ...owner,
  });
  await eventually(async () => {
    if (server.hasExited()) return;
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
    } finally {
      await client.end().catch(() => undefined);
    }
  }, 20_000);
  if (server.hasExited()) throw new Error(`PostgreSQL did not start:\n${server.output()}`);
  return server;
}

// PostgreSQL refuses to run as root, so root gives the folder to the package's own user.
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = { uid: idOf("-u"), gid: idOf("-g") };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

// Every backend leads its own session, so a signal to the server's process group misses them.
function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}
