type Bounds = {
  /** Jobs that run concurrently. */
  atOnce: number;
  /** Callers admitted concurrently from one client. */
  perClient: number;
  /** Callers admitted concurrently in total. */
  total: number;
};

/** Runs a job when it is the client's turn. */
export type InTurn = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * A queue for expensive jobs. Clients take turns: however many jobs one client has waiting, another
 * client's next job runs after at most one job of each. `admit` resolves to null at once if the
 * client or the queue is at its limit of callers. A null client is unknown; only `total` applies to
 * it.
 */
export function createFairQueue({ atOnce, perClient, total }: Bounds) {
  const admitted = new Map<string | null, number>();
  // In order of turns: the first client is next.
  const waiting = new Map<string | null, (() => void)[]>();
  let inside = 0;
  let running = 0;

  function startNext(): void {
    const [next] = waiting;
    if (next === undefined || running >= atOnce) return;
    const [client, [start, ...rest]] = next;
    waiting.delete(client);
    if (rest.length > 0) waiting.set(client, rest);
    running++;
    start?.();
  }

  async function run<T>(client: string | null, job: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.set(client, [...(waiting.get(client) ?? []), start]);
      startNext();
    });
    try {
      return await job();
    } finally {
      running--;
      startNext();
    }
  }

  /** Runs `work`, which uses `inTurn` for the client's jobs. */
  return async function admit<T>(
    client: string | null,
    work: (inTurn: InTurn) => Promise<T>,
  ): Promise<{ result: T } | null> {
    const own = admitted.get(client) ?? 0;
    if (inside >= total || (client !== null && own >= perClient)) return null;
    admitted.set(client, own + 1);
    inside++;
    try {
      return { result: await work((job) => run(client, job)) };
    } finally {
      inside--;
      const left = (admitted.get(client) ?? 1) - 1;
      if (left === 0) admitted.delete(client);
      else admitted.set(client, left);
    }
  };
}
