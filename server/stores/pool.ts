import pg from "pg";
import { withinAwake } from "../core/awake";

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/**
 * A connection pool whose requests for a connection time out after `waitMs` in which this process
 * ran. The pool's own timeout would fail all of them after a suspension, before it hands out idle
 * connections.
 */
export class Pool extends pg.Pool {
  readonly #waitMs: number;
  #waiting = 0;

  constructor(config: pg.PoolConfig, waitMs: number) {
    super(config);
    this.#waitMs = waitMs;
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

  async #take(): Promise<pg.PoolClient> {
    const taken = super.connect();
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
