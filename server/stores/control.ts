import { readFileSync } from "node:fs";
import { chmod, link, readdir, rm, writeFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { makeFolder } from "./make-folder";
import { socketPath } from "./socket-path";

/** The lock on a DATA_DIR. The system releases it when the process ends, even on a crash. */
export type DataDirLock = {
  /** Refuses new requests and waits for open ones. The folder stays locked. */
  drain(): Promise<void>;
  /** Releases the lock. Call it once nothing in the folder is open any more. */
  release(): Promise<void>;
};

/** Another process holds the lock on this DATA_DIR. `pid` is null if unknown. */
export class DataDirInUse extends Error {
  override readonly name = "DataDirInUse";

  constructor(
    dataDir: string,
    readonly pid: number | null,
  ) {
    const holder = pid === null ? "another process" : `process ${pid}`;
    super(`${dataDir} is in use by ${holder}.`);
  }
}

const MAX_REQUEST_BYTES = 1024 * 1024;
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/**
 * A request must arrive within 10 s. Its run time is not limited, since an import takes minutes.
 */
const HTTP_SETTINGS = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};

type Reply = { value: unknown } | { error: string };

/**
 * The lock is a listening Unix socket `control/N.sock`; only the highest N counts. A dead socket is
 * never removed to make room, because a slow rival could remove its live successor. Instead a
 * process listens, links its socket as N + 1, which only one rival can, and holds the lock if no
 * number is higher. Only the holder removes lower numbers, so the highest one used remains, even
 * after a release, and rivals with an old view of the folder find it.
 */
async function generations(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => (/^\d+\.sock$/.test(name) ? [Number.parseInt(name, 10)] : []));
}

const highest = async (folder: string) => Math.max(0, ...(await generations(folder)));

function addressOf(file: string): string {
  const path = socketPath(file);
  if (path !== null) return path;
  throw new Error(`The path ${file} is too long for a Unix socket: set a shorter DATA_DIR.`);
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Connects to the process behind a socket; null if none listens. */
function reach(file: string): Promise<Socket | null> {
  return new Promise((done, fail) => {
    const socket = connect(addressOf(file));
    socket.once("connect", () => done(socket));
    socket.once("error", (error) => {
      if (["ECONNREFUSED", "ENOENT"].includes(codeOf(error))) done(null);
      else fail(error);
    });
  });
}

/** A full connection backlog (EAGAIN) also means that a process listens. */
async function isAlive(file: string): Promise<boolean> {
  try {
    const socket = await reach(file);
    socket?.destroy();
    return socket !== null;
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return true;
    throw error;
  }
}

function pidIn(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(folder, "pid"), "utf8"), 10) || null;
  } catch {
    return null;
  }
}

function listen(server: Server, file: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(addressOf(file), () => done());
  });
}

const closed = (server: Server) => new Promise<void>((done) => server.close(() => done()));

/** Tries to take the lock. Null if a rival was faster at a step; then try again from the start. */
async function attempt(folder: string, dataDir: string, server: Server): Promise<number | null> {
  const top = await highest(folder);
  if (top > 0 && (await isAlive(join(folder, `${top}.sock`)))) {
    throw new DataDirInUse(dataDir, pidIn(folder));
  }
  const mine = top + 1;
  const unnamed = join(folder, `${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
  await listen(server, unnamed);
  try {
    await link(unnamed, join(folder, `${mine}.sock`));
  } catch (error) {
    if (!["EEXIST", "ENOENT"].includes(codeOf(error))) throw error;
    await closed(server);
    return null;
  }
  if ((await highest(folder)) === mine) return mine;
  await rm(join(folder, `${mine}.sock`), { force: true });
  await closed(server);
  return null;
}

async function tidy(folder: string, mine: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const generation = /^\d+\.sock$/.test(name) ? Number.parseInt(name, 10) : 0;
    if (generation < mine && name !== "pid") await rm(join(folder, name), { force: true });
  }
}

/**
 * Locks `dataDir` and serves the requests that `askServer` sends. Throws DataDirInUse if another
 * running process holds the lock. Only this user can reach the socket.
 */
export async function holdDataDir(options: {
  dataDir: string;
  serve: (request: unknown) => Promise<unknown>;
}): Promise<DataDirLock> {
  const folder = join(options.dataDir, "control");
  await makeFolder(folder);
  await chmod(folder, 0o700);
  const requests = openRequests(options.serve);
  let server: Server;
  let mine: number | null;
  do {
    server = createServer(HTTP_SETTINGS, requests.listener);
    mine = await attempt(folder, options.dataDir, server);
  } while (mine === null);
  await writeFile(join(folder, "pid"), `${process.pid}\n`);
  await tidy(folder, mine);
  return {
    drain: requests.drain,
    release: async () => {
      const done = closed(server);
      server.closeAllConnections();
      await done;
    },
  };
}

/** Runs each HTTP request and tracks those in progress. */
function openRequests(serve: (request: unknown) => Promise<unknown>) {
  const running = new Set<Promise<unknown>>();
  let isDraining = false;

  async function perform(request: IncomingMessage): Promise<unknown> {
    const text = await readText(request, MAX_REQUEST_BYTES);
    if (isDraining) throw new Error("The server is stopping. Try again in a moment.");
    return serve(JSON.parse(text));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply: Reply = await perform(request).then(
      (value) => ({ value: value ?? null }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    await new Promise<void>((sent) => {
      response.once("close", sent);
      // Close the connection with the response: a refused body is not read to its end.
      response.writeHead(200, { connection: "close" }).end(JSON.stringify(reply));
    });
  }

  return {
    listener: (request: IncomingMessage, response: ServerResponse) => {
      const work = answer(request, response).finally(() => running.delete(work));
      running.add(work);
    },
    drain: async () => {
      isDraining = true;
      await Promise.allSettled(running);
    },
  };
}

/** The body of a message. Throws if it is longer than `maxBytes`. */
async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`A message may have at most ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Sends a request to the server that holds `dataDir`; null if none runs. Throws with the server's
 * message if it refuses, or if it ended before it responded.
 */
export async function askServer(options: {
  dataDir: string;
  request: unknown;
}): Promise<{ value: unknown } | null> {
  const folder = join(options.dataDir, "control");
  const top = await highest(folder);
  const socket = top === 0 ? null : await reach(join(folder, `${top}.sock`));
  if (socket === null) return null;
  const reply = await exchange(socket, JSON.stringify(options.request));
  if ("error" in reply) throw new Error(reply.error);
  return reply;
}

async function exchange(socket: Socket, body: string): Promise<Reply> {
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request({ method: "POST", createConnection: () => socket }, done)
        .once("error", fail)
        .end(body);
    });
    return JSON.parse(await readText(response, MAX_RESPONSE_BYTES)) as Reply;
  } catch (cause) {
    throw new Error("The server exited before it responded.", { cause });
  } finally {
    socket.destroy();
  }
}
