import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Env, type Environment, readEnv } from "../env";
import { askServer, DataDirInUse, holdDataDir } from "../stores/control";
import { databaseFolder } from "../stores/database-folder";
import type { CommandRequest } from "./command";
import { createCommandQueue } from "./command-queue";
import { COMMANDS, findCommand } from "./commands";
import { CommandFailed, commandFailure, type Failure, Reply } from "./failure";
import type { OpenHost } from "./open";
import { runCommand } from "./run";

const WAIT_MS = 20_000;
const POLL_MS = 100;

/** A connection to the stores. Stores that it opens stay open until close(). */
export type Line = {
  perform(request: CommandRequest): Promise<Reply>;
  /** Throws CommandFailed. */
  close(): Promise<void>;
};

/**
 * A connection to the stores: the external database, opened here; the server that holds DATA_DIR;
 * or, if there is none, the embedded stores, opened here. Modules that open stores are loaded only
 * when needed, because asking a server must be quick.
 */
export function openLine(environment: Environment): Line {
  let opened: OpenHost | null = null;
  const send = async (request: CommandRequest): Promise<Reply> => {
    const env = settings(environment);
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      if (opened !== null) return runCommand(opened.host, request);
      const reply = env.databaseUrl === null ? await askHolder(env, request) : null;
      const isAnswered = reply !== null && !("busy" in reply);
      if (isAnswered || performance.now() > deadline) return reply ?? { busy: true };
      if (reply === null) {
        if (env.databaseUrl === null) assertDatabase(env, request);
        opened = await open(env);
      }
      if (opened === null) await sleep(POLL_MS);
    }
  };
  return {
    perform: (request) =>
      send(request).catch(async (error: unknown) => ({
        failure: await explained(error, environment),
      })),
    close: async () =>
      opened?.close().catch(async (error: unknown) => {
        throw new CommandFailed(await explained(error, environment));
      }),
  };
}

/**
 * Silent: log lines would mix with the error document on stderr, and the reply describes the error.
 */
function settings(environment: Environment): Env {
  return { ...readEnv(environment, { isServing: false }), logLevel: "silent" };
}

/** Throws CommandFailed if the command would create a database without meaning to. */
function assertDatabase({ dataDir }: Env, { command }: CommandRequest): void {
  if (existsSync(databaseFolder(dataDir)) || findCommand(command)?.createsDatabase) return;
  const creating = COMMANDS.filter(({ createsDatabase }) => createsDatabase);
  const names = ["npm start", ...creating.map(({ name }) => `latchkey ${name}`)];
  const error = `There is no database in ${dataDir}. Check DATA_DIR. These commands create one: ${names.join(", ")}.`;
  throw new CommandFailed({ error, code: "no_database", details: {} });
}

async function open(env: Env): Promise<OpenHost | null> {
  if (env.databaseUrl === null) return holdAndOpen(env);
  const { openExternal } = await import("./open");
  return openExternal(env, env.databaseUrl);
}

/** Null if no process holds DATA_DIR. */
async function askHolder({ dataDir }: Env, request: CommandRequest): Promise<Reply | null> {
  const answer = await askServer({ dataDir, request }).catch(asUnanswered);
  return answer && Reply.parse(answer.value);
}

/**
 * Opens the embedded stores and runs other processes' commands until closed; null if another
 * process locked the folder first.
 */
async function holdAndOpen(env: Env): Promise<OpenHost | null> {
  const queue = createCommandQueue();
  const lock = await holdDataDir({ dataDir: env.dataDir, serve: queue.serve }).catch(unlessInUse);
  if (lock === null) return null;
  const leave = async () => {
    // If opening failed, waiting commands get `busy`.
    await queue.close();
    await lock.release();
  };
  try {
    const { openOwn } = await import("./open");
    const { host, close } = await openOwn(env);
    queue.open(host);
    const closeAll = async () => {
      try {
        await queue.close();
        await close();
      } finally {
        await leave();
      }
    };
    return { host, close: closeAll };
  } catch (error) {
    await leave();
    throw error;
  }
}

/**
 * Errors with a `code` are about the folder and are explained later; others mean that the server
 * did not reply.
 */
function asUnanswered(error: unknown): { value: Reply } {
  if (!(error instanceof Error) || "code" in error) throw error;
  const sentence = `The server that uses this DATA_DIR did not respond: ${error.message}`;
  return { value: { failure: { error: sentence, code: "unavailable", details: {} } } };
}

function unlessInUse(error: unknown): null {
  if (error instanceof DataDirInUse) return null;
  throw error;
}

async function explained(error: unknown, environment: Environment): Promise<Failure> {
  const failure = commandFailure(error);
  if (failure.code !== "internal_error") return failure;
  const { explainFailure } = await import("../self-host/start-failure");
  const sentence = explainFailure(error, settings(environment));
  return sentence === null ? failure : { error: sentence, code: "stores_unusable", details: {} };
}
