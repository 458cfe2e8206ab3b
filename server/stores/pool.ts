import pg from "pg";
import { withinAwake } from "../core/kernel/awake";
import { elapsedMs } from "../core/kernel/elapsed";
import { bothRefused, isRefused, type Way, type Ways } from "./encryption";

/** How long the second way is tried first, once the server has refused the first one. */
const SECOND_WAY_MS = 300_000;

/** The way of each connection that failed. */
const failedWays = new WeakMap<Error, Way>();

type ConnectCallback = (error: Error) => void;

class Client extends pg.Client {
  readonly #way: Way;

  constructor(config: pg.PoolConfig & { ssl: Way }) {
    super(config);
    this.#way = config.ssl;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    if (!callback) return super.connect();
    super.connect((error: Error) => {
      if (error) failedWays.set(error, this.#way);
      callback(error);
    });
    return undefined;
  }
}

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/**
 * A connection pool whose requests for a connection time out after `waitMs` in which this process
 * ran. The pool's own timeout would fail all of them after a suspension, before it hands out idle
 * connections.
 */
export class Pool extends pg.Pool {
  readonly #waitMs: number;
  readonly #ways: Ways;
  #turnedAtMs = Number.NEGATIVE_INFINITY;
  #waiting = 0;

  constructor(config: pg.PoolConfig, { waitMs, ways }: { waitMs: number; ways: Ways }) {
    super({ ...config, Client: Client as typeof pg.Client, ssl: ways[0] });
    this.#waitMs = waitMs;
    this.#ways = ways;
  }

  /** Requests that still wait; `waitingCount` also counts those that timed out. */
  get waiting(): number {
    return this.#waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    const taken = this.#take();
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const [first, second] = this.#ways;
    if (second === undefined) return super.connect();
    if (elapsedMs() - this.#turnedAtMs >= SECOND_WAY_MS) this.options.ssl = first;
    const refusals = new Map<Way, Error>();
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        // The pool opens a connection when there is room for it, in the way of that moment: another
        // request may have chosen it.
        const way = error instanceof Error ? failedWays.get(error) : undefined;
        if (way === undefined || !isRefused(error)) throw error;
        refusals.set(way, error as Error);
        const [one, other] = [refusals.get(first), refusals.get(second)];
        if (one && other) throw bothRefused(one, other);
        if (this.options.ssl === way) this.options.ssl = way === first ? second : first;
        this.#turnedAtMs = elapsedMs();
      }
    }
  }

  async #take(): Promise<pg.PoolClient> {
    const taken = this.#connect();
    this.#waiting += 1;
    try {
      return await withinAwake(
        taken,
        this.#waitMs,
        () => new Error("timeout exceeded when trying to connect"),
      );
    } catch (error) {
      // Return a connection that arrives too late; ignore one that failed.
      taken.then((client) => client.release()).catch(() => {});
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }
}
