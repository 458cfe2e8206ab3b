import { setTimeout as sleep } from "node:timers/promises";
import { type Env, readEnv } from "../env";
import { askServer, DataDirInUse, holdDataDir } from "../stores/control";
import type { CommandRequest } from "./command";
import { Reply } from "./failure";

const WAIT_MS = 20_000;
const POLL_MS = 100;

/**
 * Has a command run where the stores are: on the external database from here; through the server
 * that holds DATA_DIR; or, where none does, on the embedded stores, which are then opened here.
 * What opens stores is loaded only where it is needed: asking a server must be quick.
 */
export async function perform(request: CommandRequest): Promise<Reply> {
  // Log lines would mix with the error document on stderr; what is wrong is in the answer.
  const env: Env = { ...readEnv(), logLevel: "silent" };
  if (env.databaseUrl !== null) {
    const { runOnExternal } = await import("./open");
    return runOnExternal(env, env.databaseUrl, request);
  }
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const reply = (await askHolder(env, request)) ?? (await runAsHolder(env, request));
    if (!("busy" in reply) || performance.now() > deadline) return reply;
    await sleep(POLL_MS);
  }
}

async function askHolder(env: Env, request: CommandRequest): Promise<Reply | null> {
  const answer = await askServer({ dataDir: env.dataDir, request });
  return answer && Reply.parse(answer.value);
}

async function runAsHolder(env: Env, request: CommandRequest): Promise<Reply> {
  const serve = async (): Promise<Reply> => ({ busy: true });
  const lock = await holdDataDir({ dataDir: env.dataDir, serve }).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return null;
    throw error;
  });
  if (lock === null) return { busy: true };
  try {
    const { runOnEmbedded } = await import("./open");
    return await runOnEmbedded(env, request);
  } finally {
    await lock.release();
  }
}
