import { readFileSync } from "node:fs";
import { chmod, link, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { makeFolder } from "./make-folder";
import { readLine } from "./read-line";
import { socketPath } from "./socket-path";

/** The lock on a DATA_DIR. It falls by itself when the process ends, however it ends. */
export type DataDirLock = {
  /** Refuses further requests and waits for those that run. The folder stays locked. */
  drain(): Promise<void>;
  /** Frees the folder. To be called when nothing in it is open any more. */
  release(): Promise<void>;
};

/** Another process holds this DATA_DIR. `pid` is null where it cannot be told. */
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
const READ_TIMEOUT_MS = 10_000;

/**
 * The lock is a listening Unix socket `control/N.sock`, the highest N being the one that counts. A
 * dead one is never removed to make place, since a late rival could so remove its living successor:
 * one listens first, links the socket as N + 1, which only one rival can, and then holds the folder
 * if there is no higher one. Only a holder removes lower ones, so the highest ever used remains, also
 * after a release, and rivals that act on an old view of the folder find it.
 */
async function generations(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => (/^\d+\.sock$/.test(name) ? [Number.parseInt(name, 10)] : []));
}

const highest = async (folder: string) => Math.max(0, ...(await generations(folder)));

function addressOf(file: string): string {
  const path = socketPath(file);
  if (path !== null) return path;
  throw new Error(`The path ${file} is too long for a Unix socket: choose a shorter DATA_DIR.`);
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** A connection to the process behind a socket, or null where there is none any more. */
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

/** A full queue of connections also means that somebody is there. */
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

/** Tries to become the holder; null where a rival was faster at something and all starts anew. */
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
 * Locks `dataDir` and answers the requests that `askServer` sends there. Throws DataDirInUse while
 * another process holds it; one that was killed holds nothing. Only this user can reach the socket.
 */
export async function holdDataDir(options: {
  dataDir: string;
  serve: (request: unknown) => Promise<unknown>;
}): Promise<DataDirLock> {
  const folder = join(options.dataDir, "control");
  await makeFolder(folder);
  await chmod(folder, 0o700);
  const door = openDoor(options.serve);
  let server: Server;
  let mine: number | null;
  do {
    server = createServer(door.answer);
    mine = await attempt(folder, options.dataDir, server);
  } while (mine === null);
  await writeFile(join(folder, "pid"), `${process.pid}\n`);
  await tidy(folder, mine);
  return {
    drain: door.drain,
    release: async () => {
      const done = closed(server);
      door.shut();
      await done;
    },
  };
}

/** Answers one request a connection, and keeps count of those that run. */
function openDoor(serve: (request: unknown) => Promise<unknown>) {
  const sockets = new Set<Socket>();
  const running = new Set<Promise<unknown>>();
  let isDraining = false;

  async function perform(line: string): Promise<unknown> {
    if (isDraining) throw new Error("The server is stopping. Try again in a moment.");
    return serve(JSON.parse(line));
  }

  async function reply(socket: Socket, value: Promise<unknown>): Promise<void> {
    const reply = await value.then(
      (value) => ({ value: value ?? null }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    await new Promise<void>((sent) => {
      socket.once("close", sent);
      socket.end(`${JSON.stringify(reply)}\n`, () => sent());
    });
    socket.destroy();
  }

  async function answer(socket: Socket): Promise<void> {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const reading = readLine(socket, { maxBytes: MAX_REQUEST_BYTES, withinMs: READ_TIMEOUT_MS });
    const line = await reading.catch((error: unknown) => reply(socket, Promise.reject(error)));
    if (typeof line !== "string") return;
    const work = reply(socket, perform(line)).finally(() => running.delete(work));
    running.add(work);
  }

  return {
    answer,
    drain: async () => {
      isDraining = true;
      await Promise.allSettled(running);
    },
    shut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Has the server that holds `dataDir` carry out a request; null where none runs. Throws with the
 * server's own words when it refuses, or when it ended before it answered.
 */
export async function askServer(options: {
  dataDir: string;
  request: unknown;
}): Promise<{ value: unknown } | null> {
  const folder = join(options.dataDir, "control");
  const top = await highest(folder);
  const socket = top === 0 ? null : await reach(join(folder, `${top}.sock`));
  if (socket === null) return null;
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify(options.request)}\n`);
  const answer = JSON.parse(await readLine(socket, { maxBytes: MAX_RESPONSE_BYTES })) as
    | { value: unknown }
    | { error: string };
  socket.destroy();
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}
