import { connect } from "node:net";
import { locate } from "./packages";
import { eventually, freePort, spawnOwned, temporaryFolder } from "./processes";

/** A separate redis-server: empty at the start, and it ends with this process. */
export type TestRedis = {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Kills it; `restart` starts it again, empty. */
  kill9(): Promise<void>;
  /** Freezes it: connections stay open without responses, as on a dead network. */
  pause(): void;
  resume(): void;
  /** Stops it and starts it again on the same port, empty. */
  restart(): Promise<void>;
  /** Sends one command over its own connection; throws unless the response is OK. */
  send(command: string): Promise<void>;
};

type TestRedisCluster = {
  /** The URL of one node, which knows the others. */
  url: string;
  nodes: readonly TestRedis[];
  stop(): Promise<void>;
};

const START_MS = 15_000;
const SLOTS = 16_384;

/** Starts redis-server on a free loopback port; `args` are added to its command line. */
export async function startRedis(
  options: { args?: readonly string[]; port?: number } = {},
): Promise<TestRedis> {
  const program = locate("redis");
  const folder = temporaryFolder("redis");
  const port = options.port ?? (await freePort());
  const start = async () => {
    const place = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder];
    const args = [...place, "--save", "", "--appendonly", "no", ...(options.args ?? [])];
    const server = spawnOwned({ command: program, args });
    await eventually(async () => {
      if (server.hasExited()) return;
      await expectAnswer(port, "PING", "+PONG");
    }, START_MS);
    if (server.hasExited()) throw new Error(`redis-server ended at once: ${server.output()}`);
    return server;
  };
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pause: () => server.signal("SIGSTOP"),
    resume: () => server.signal("SIGCONT"),
    stop: async () => {
      await server.stop(1_000);
    },
    kill9: async () => {
      server.signal("SIGKILL");
      await server.exited;
    },
    restart: async () => {
      await server.stop(1_000);
      server = await start();
    },
    send: (command) => expectAnswer(port, command, "+OK"),
  };
}

/** Three nodes that share the slots, without replicas; `args` are added to each command line. */
export async function startRedisCluster(
  options: { args?: readonly string[] } = {},
): Promise<TestRedisCluster> {
  const members = await Promise.all(
    [0, 1, 2].map(async () => {
      // The default, port + 10,000, may be beyond the last port.
      const bus = await freePort();
      const args = [
        "--cluster-enabled",
        "yes",
        "--cluster-port",
        `${bus}`,
        ...(options.args ?? []),
      ];
      return { node: await startRedis({ args }), bus };
    }),
  );
  const nodes = members.map(({ node }) => node);
  for (const [index, { node }] of members.entries()) {
    const slots = Array.from({ length: SLOTS }, (_, slot) => slot).filter(
      (slot) => Math.floor((slot * members.length) / SLOTS) === index,
    );
    await expectAnswer(node.port, `CLUSTER ADDSLOTS ${slots.join(" ")}`, "+OK");
    await expectAnswer(node.port, `CLUSTER SET-CONFIG-EPOCH ${index + 1}`, "+OK");
    for (const other of members.slice(0, index)) {
      const meet = `CLUSTER MEET 127.0.0.1 ${other.node.port} ${other.bus}`;
      await expectAnswer(node.port, meet, "+OK");
    }
  }
  for (const node of nodes) {
    await eventually(() => expectAnswer(node.port, "CLUSTER INFO", "cluster_state:ok"), START_MS);
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  return { url: nodes[0]?.url ?? "", nodes, stop };
}

/** Sends one inline command; the first chunk of the response must contain `expected`. */
function expectAnswer(port: number, command: string, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(`redis-server on port ${port}: ${reason}`));
    };
    socket.setTimeout(2_000, () => fail("no answer"));
    socket.once("error", (error) => fail(error.message));
    socket.once("connect", () => socket.write(`${command}\r\n`));
    socket.once("data", (data) => {
      if (!data.toString().includes(expected)) return fail(data.toString());
      socket.destroy();
      resolve();
    });
  });
}
