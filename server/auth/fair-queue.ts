type Bounds = {
  /** Jobs that run concurrently. */
  atOnce: number;
  /** Callers admitted concurrently from one client. */
  perClient: number;
  /** Callers admitted concurrently in total. */
  total: number;
};

/** Runs a job when it is the client's turn. Rejects with LeftQueue if `gone` aborts before. */
export type InTurn = <T>(job: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** The caller left before its turn. */
export class LeftQueue extends Error {
  override readonly name = "LeftQueue";
}

type Client = string | null;

/** Turns between clients, of which `atOnce` are taken at a time. */
function createTurns(atOnce: number) {
  // In order of turns: the first client is next.
  const waiting = new Map<Client, Set<() => void>>();
  let running = 0;

  function startNext(): void {
    const [next] = waiting;
    if (next === undefined || running >= atOnce) return;
    const [client, starts] = next;
    const [start] = starts;
    waiting.delete(client);
    if (start) starts.delete(start);
    if (starts.size > 0) waiting.set(client, starts);
    running++;
    start?.();
  }

  function leave(client: Client, start: () => void): void {
    const starts = waiting.get(client);
    starts?.delete(start);
    if (starts?.size === 0) waiting.delete(client);
  }

  return {
    /** Resolves when it is the client's turn. */
    take: (client: Client, gone: AbortSignal | undefined) =>
      new Promise<void>((begin, reject) => {
        const start = () => {
          gone?.removeEventListener("abort", quit);
          begin();
        };
        const quit = () => {
          leave(client, start);
          reject(new LeftQueue());
        };
        if (gone?.aborted) return reject(new LeftQueue());
        gone?.addEventListener("abort", quit, { once: true });
        waiting.set(client, (waiting.get(client) ?? new Set()).add(start));
        startNext();
      }),
    end: () => {
      running--;
      startNext();
    },
  };
}

/**
 * A queue for expensive jobs. Clients take turns: however many jobs one client has waiting, another
 * client's next job runs after at most one job of each. `admit` resolves to null at once if the
 * client or the queue is at its limit of callers. A null client is unknown; only `total` applies to
 * it.
 */
export function createFairQueue({ atOnce, perClient, total }: Bounds) {
  const admitted = new Map<Client, number>();
  const turns = createTurns(atOnce);
  let inside = 0;

  async function run<T>(client: Client, job: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    await turns.take(client, gone);
    try {
      return await job();
    } finally {
      turns.end();
    }
  }

  /** Runs `work`, which uses `inTurn` for the client's jobs. */
  return async function admit<T>(
    client: Client,
    work: (inTurn: InTurn) => Promise<T>,
  ): Promise<{ result: T } | null> {
    const own = admitted.get(client) ?? 0;
    if (inside >= total || (client !== null && own >= perClient)) return null;
    admitted.set(client, own + 1);
    inside++;
    try {
      return { result: await work((job, gone) => run(client, job, gone)) };
    } finally {
      inside--;
      const left = (admitted.get(client) ?? 1) - 1;
      if (left === 0) admitted.delete(client);
      else admitted.set(client, left);
    }
  };
}
