import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { fail } from "../core/kernel/errors";
import type { Passwords } from "../core/kernel/ports";
import { networkOf } from "../core/values/addresses";
import { createFairQueue } from "./fair-queue";

// OWASP's second recommendation: 19 MiB, two passes, one lane. argon2id is the package's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `memoryCost` is in KiB. */
type Cost = typeof COST;

/** Enough for a team that signs in from one office in the morning, at 20 to 40 ms each. */
const PER_NETWORK = 8;
/**
 * For each concurrent hash, in each of the two lanes: four seconds of work, because a lane has at
 * least every second turn. Callers beyond that would give up before theirs.
 */
const PLACES = 50;
const RETRY_AFTER_SECONDS = 5;

/**
 * Lookups of whether a caller is known. They take about a millisecond, so there is room for one of
 * each network of a large attack: otherwise known callers would find no place to be looked up.
 */
const LOOKUPS = { atOnce: 2, perClient: 2, total: 2_000 };

type Options = {
  cost?: Cost;
  /** Concurrent hashes; by default `hashesAtOnce()`. */
  atOnce?: number;
  /** The functions that take the time; by default argon2id's. */
  hasher?: { hash: typeof hash; verify: typeof verify };
};

/**
 * At most half of libuv's four threads, which file and DNS access also need; 38 MiB of memory. On
 * two cores one, so that a flood of sign-ins leaves one to the API.
 */
function hashesAtOnce(): number {
  return availableParallelism() > 2 ? 2 : 1;
}

/**
 * Passwords with argon2id, a few at a time, with fair turns between networks. Known callers wait in
 * a lane of their own.
 */
export function createPasswords(options: Options = {}): Passwords {
  const { cost = COST, atOnce = hashesAtOnce(), hasher = { hash, verify } } = options;
  const decoy = hasher.hash("a password that no account has", cost);
  const admit = createFairQueue({ atOnce, perClient: PER_NETWORK, total: PLACES * atOnce });
  const lookUp = createFairQueue(LOOKUPS);
  return {
    forClient: async (address, work, isKnown) => {
      const network = address === null ? null : networkOf(address);
      const known = isKnown && (await lookUp(network, (inTurn) => inTurn(isKnown)));
      const admitted = await admit(
        network,
        (inTurn) =>
          work({
            hash: (password) => inTurn(() => hasher.hash(password.normalize("NFKC"), cost)),
            verify: async (hashed, password) => {
              const against = hashed ?? (await decoy);
              const isRight = await inTurn(() =>
                hasher.verify(against, password.normalize("NFKC")),
              );
              return hashed !== null && isRight;
            },
          }),
        known?.result ? "first" : "last",
      );
      return admitted ? admitted.result : refuse();
    },
  };
}

function refuse(): never {
  return fail("too_many_attempts", {
    message: `Too many sign-ins at once. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    details: { retry_after_seconds: RETRY_AFTER_SECONDS },
  });
}
