type Bounds = {
  /** Jobs that run concurrently. */
  atOnce: number;
  /** Callers admitted concurrently from one client. */
  perClient: number;
  /** Callers admitted concurrently in total, in each lane. */
  total: number;
};

/** Callers in the first lane go ahead of the others, but at most every second turn. */
type Lane = "first" | "last";

/** Runs a job when it is the client's turn. Rejects with LeftQueue if `gone` aborts before. */
type InTurn = <T>(job: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** The caller left before its turn. */
export class LeftQueue extends Error {
  override readonly name = "LeftQueue";
}

type Client = string | null;

/** In order of turns: the first client is next. */
type Waiting = Map<Client, Set<() => void>>;

/** Turns between clients, of which `atOnce` are taken at a time. */
function createTurns(atOnce: number) {
  const lanes: Record<Lane, Waiting> = { first: new Map(), last: new Map() };
  let running = 0;
  let previous: Lane = "last";

  function nextLane(): Lane {
    const preferred = previous === "last" ? "first" : "last";
    return lanes[preferred].size > 0 ? preferred : previous;
  }

  function startNext(): void {
    // First, because finding the next client passes all that have left since: in a flood, each
    // arrival would pay for it.
    if (running >= atOnce) return;
    const lane = nextLane();
    const waiting = lanes[lane];
    const [next] = waiting;
    if (next === undefined) return;
    previous = lane;
    const [client, starts] = next;
    const [start] = starts;
    waiting.delete(client);
    if (start) starts.delete(start);
    if (starts.size > 0) waiting.set(client, starts);
    running++;
    start?.();
  }

  function leave(waiting: Waiting, client: Client, start: () => void): void {
    const starts = waiting.get(client);
    starts?.delete(start);
    if (starts?.size === 0) waiting.delete(client);
  }

  return {
    /** Resolves when it is the client's turn. */
    take: ({ client, lane }: { client: Client; lane: Lane }, gone: AbortSignal | undefined) =>
      new Promise<void>((begin, reject) => {
        const waiting = lanes[lane];
        const start = () => {
          gone?.removeEventListener("abort", quit);
          begin();
        };
        const quit = () => {
          leave(waiting, client, start);
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
 * client or its lane is at its limit of callers. A null client is unknown; only `total` applies to
 * it.
 */
export function createFairQueue({ atOnce, perClient, total }: Bounds) {
  const admitted = new Map<Client, number>();
  const turns = createTurns(atOnce);
  const inside: Record<Lane, number> = { first: 0, last: 0 };

  async function run<T>(
    place: { client: Client; lane: Lane },
    job: () => Promise<T>,
    gone?: AbortSignal,
  ): Promise<T> {
    await turns.take(place, gone);
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
    lane: Lane = "last",
  ): Promise<{ result: T } | null> {
    const own = admitted.get(client) ?? 0;
    if (inside[lane] >= total || (client !== null && own >= perClient)) return null;
    admitted.set(client, own + 1);
    inside[lane]++;
    try {
      return { result: await work((job, gone) => run({ client, lane }, job, gone)) };
    } finally {
      inside[lane]--;
      const left = (admitted.get(client) ?? 1) - 1;
      if (left === 0) admitted.delete(client);
      else admitted.set(client, left);
    }
  };
}
