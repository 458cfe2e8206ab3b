import { setTimeout as sleep } from "node:timers/promises";
import { type Env, readEnv } from "../env";
import { askServer, DataDirInUse, holdDataDir } from "../stores/control";
import type { CommandRequest } from "./command";
import { createDesk } from "./desk";
import { type Failure, failureOf, Reply } from "./failure";
import { runCommand } from "./run";

const WAIT_MS = 20_000;
const POLL_MS = 100;

/**
 * Has a command run where the stores are: on the external database from here; through the server
 * that holds DATA_DIR; or, where none does, on the embedded stores, which are then opened here.
 * What opens stores is loaded only where it is needed: asking a server must be quick.
 */
export async function perform(request: CommandRequest): Promise<Reply> {
  // Log lines would mix with the error document on stderr; what is wrong is in the answer.
  const env: Env = { ...readEnv(undefined, { isServing: false }), logLevel: "silent" };
  try {
    return await (env.databaseUrl === null
      ? onEmbedded(env, request)
      : onExternal(env, env.databaseUrl, request));
  } catch (error) {
    return { failure: await explained(error, env) };
  }
}

async function onExternal(env: Env, url: string, request: CommandRequest): Promise<Reply> {
  const { openExternal } = await import("./open");
  const { host, close } = await openExternal(env, url);
  return runCommand(host, request).finally(close);
}

async function onEmbedded(env: Env, request: CommandRequest): Promise<Reply> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const reply = (await askHolder(env, request)) ?? (await asHolder(env, request));
    if (!("busy" in reply) || performance.now() > deadline) return reply;
    await sleep(POLL_MS);
  }
}

/** Null where nobody holds DATA_DIR. */
async function askHolder({ dataDir }: Env, request: CommandRequest): Promise<Reply | null> {
  const answer = await askServer({ dataDir, request }).catch(asUnanswered);
  return answer && Reply.parse(answer.value);
}

async function asHolder(env: Env, request: CommandRequest): Promise<Reply> {
  const desk = createDesk();
  const lock = await holdDataDir({ dataDir: env.dataDir, serve: desk.serve }).catch(unlessInUse);
  if (lock === null) return { busy: true };
  try {
    const { openOwn } = await import("./open");
    const { host, close } = await openOwn(env);
    desk.open(host);
    const reply = await runCommand(host, request);
    await desk.close();
    await close();
    return reply;
  } finally {
    // Where opening has failed, whoever waits at the desk is sent away.
    await desk.close();
    await lock.release();
  }
}

/** What has a code is a fault of the folder, and explained as such. */
function asUnanswered(error: unknown): { value: Reply } {
  if (!(error instanceof Error) || "code" in error) throw error;
  const sentence = `the server that holds DATA_DIR gave no answer: ${error.message}`;
  return { value: { failure: { error: sentence, code: "unavailable", details: {} } } };
}

function unlessInUse(error: unknown): null {
  if (error instanceof DataDirInUse) return null;
  throw error;
}

async function explained(error: unknown, env: Env): Promise<Failure> {
  const failure = failureOf(error);
  if (failure.code !== "internal_error") return failure;
  const { explainFailure } = await import("../start-failure");
  const sentence = explainFailure(error, env);
  return sentence === null ? failure : { error: sentence, code: "stores_unusable", details: {} };
}
