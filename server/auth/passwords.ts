import { hash, verify } from "@node-rs/argon2";
import { networkOf } from "../core/addresses";
import { fail } from "../core/errors";
import type { Passwords } from "../core/ports";
import { createFairQueue } from "./fair-queue";

// OWASP's second recommendation: 19 MiB, two passes, one lane. argon2id is the package's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `memoryCost` is in KiB. */
type Cost = typeof COST;

/** Half of libuv's four threads, which file and DNS access also need; 38 MiB of memory. */
const AT_ONCE = 2;
/** Enough for a team that signs in from one office in the morning, at 20 to 40 ms each. */
const PER_NETWORK = 8;
/** About four seconds of work. Callers beyond that would give up before their turn. */
const TOTAL = 256;
const RETRY_AFTER_SECONDS = 5;

/** Passwords with argon2id, a few at a time, with fair turns between networks. */
export function createPasswords(cost: Cost = COST): Passwords {
  const decoy = hash("a password that no account has", cost);
  const admit = createFairQueue({ atOnce: AT_ONCE, perClient: PER_NETWORK, total: TOTAL });
  return {
    forClient: async (address, work) => {
      const network = address === null ? null : networkOf(address);
      const admitted = await admit(network, (inTurn) =>
        work({
          hash: (password) => inTurn(() => hash(password.normalize("NFKC"), cost)),
          verify: async (hashed, password) => {
            const against = hashed ?? (await decoy);
            const isRight = await inTurn(() => verify(against, password.normalize("NFKC")));
            return hashed !== null && isRight;
          },
        }),
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
