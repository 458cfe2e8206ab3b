import pg from "pg";
import { withinAwake } from "../core/kernel/awake";
import { elapsedMs } from "../core/kernel/elapsed";
import { connectEitherWay, type Ways } from "./encryption";

/** How long the second way is tried first, once the server has refused the first one. */
const SECOND_WAY_MS = 300_000;

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/**
 * A connection pool whose requests for a connection time out after `waitMs` in which this process
 * ran. The pool's own timeout would fail all of them after a suspension, before it hands out idle
 * connections.
 */
export class Pool extends pg.Pool {
  readonly #waitMs: number;
  readonly #ways: Ways;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #waiting = 0;

  constructor(config: pg.PoolConfig, { waitMs, ways }: { waitMs: number; ways: Ways }) {
    super({ ...config, ssl: ways[0] });
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
    const isRefused = elapsedMs() - this.#refusedAtMs < SECOND_WAY_MS;
    return connectEitherWay(isRefused ? [second, first] : [first, second], async (way) => {
      // The pool reads it when it opens a connection.
      this.options.ssl = way;
      const client = await super.connect();
      if (way === second && !isRefused) this.#refusedAtMs = elapsedMs();
      return client;
    });
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
