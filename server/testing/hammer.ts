import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Answered = { status: number; headers: IncomingHttpHeaders; body: string };

/**
 * The number of responses to requests sent before and after the change was acknowledged, and how
 * many of the latter were old.
 */
type Tally = { before: number; after: number; old: number };

const CONNECTIONS = 32;
const DEADLINE_MS = 60_000;

/**
 * A load of 32 connections on one key, spread over several servers, that records when a change was
 * acknowledged.
 */
type Hammer = {
  /**
   * Responses to requests sent from now on must not be old; requests in progress may get old ones.
   */
  acknowledge(): void;
  /** Waits for this many responses after the acknowledgment. Throws if they don't arrive. */
  finish(answers: number): Promise<Tally>;
};

/** Starts at once; `isOld` detects a response that is only possible before the change. */
export function hammer(options: {
  urls: readonly string[];
  key: string;
  /** By default GET /me of the partners' API. */
  path?: string;
  /** Besides the key. */
  headers?: Record<string, string>;
  isOld: (answer: Answered) => boolean;
}): Hammer {
  const { urls, key, path = "/api/v1/reseller/me", isOld } = options;
  const headers = { ...options.headers, authorization: `Bearer ${key}` };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const tally: Tally = { before: 0, after: 0, old: 0 };
  let isAcknowledged = false;
  let isDone = false;

  async function work(url: string): Promise<void> {
    while (!isDone) {
      const isAfter = isAcknowledged;
      const answer = await ask(agent, url + path, headers);
      if (!isAfter) tally.before++;
      else tally.after++;
      if (isAfter && isOld(answer)) tally.old++;
    }
  }

  const workers = Array.from({ length: CONNECTIONS }, (_, i) => work(urls[i % urls.length] ?? ""));
  const failed = Promise.all(workers);
  failed.catch(() => undefined);
  return {
    acknowledge() {
      isAcknowledged = true;
    },
    async finish(answers) {
      const deadline = performance.now() + DEADLINE_MS;
      while (tally.after < answers && performance.now() < deadline) {
        await Promise.race([failed, new Promise((resume) => setTimeout(resume, 5))]);
      }
      isDone = true;
      await failed;
      agent.destroy();
      if (tally.after < answers)
        throw new Error(`only ${tally.after} answers in ${DEADLINE_MS} ms`);
      return tally;
    },
  };
}

function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      response.on("error", reject);
    });
    asking.on("error", reject);
    asking.end();
  });
}
