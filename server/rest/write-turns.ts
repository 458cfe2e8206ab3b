import { afterAwake } from "../core/kernel/awake";
import { DomainError, ERRORS } from "../core/kernel/errors";

/** Writes of a partner that run at once. */
const AT_ONCE = 2;
/** How long a write waits for its turn. */
const PATIENCE_MS = 10_000;

type Partner = { running: number; waiting: Set<() => void> };

/** Runs a write, or a list, when it is the partner's turn. Throws `unavailable` if that is not within 10 s. */
export type WriteTurns = <T>(partnerId: string, write: () => Promise<T>) => Promise<T>;

/**
 * The turns of each partner's writes, or of whatever else is grouped by an ID. A write locks its partner, so that more of them would only
 * wait for each other, each with a connection that other partners need.
 */
export function createWriteTurns(atOnce = AT_ONCE): WriteTurns {
  const partners = new Map<string, Partner>();

  function turnOf(partner: Partner): Promise<void> {
    if (partner.running < atOnce) {
      partner.running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        cancel();
        resolve();
      };
      const cancel = afterAwake(PATIENCE_MS, () => {
        partner.waiting.delete(start);
        reject(new DomainError("unavailable", ERRORS.unavailable.message, {}));
      });
      partner.waiting.add(start);
    });
  }

  /** The next one takes over the place. */
  function end(partnerId: string, partner: Partner): void {
    const [next] = partner.waiting;
    if (next !== undefined) {
      partner.waiting.delete(next);
      next();
    } else if (--partner.running === 0) {
      partners.delete(partnerId);
    }
  }

  return async (partnerId, write) => {
    const partner = partners.get(partnerId) ?? { running: 0, waiting: new Set() };
    partners.set(partnerId, partner);
    await turnOf(partner);
    try {
      return await write();
    } finally {
      end(partnerId, partner);
    }
  };
}
