import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "../core/ports";

// OWASP's second choice of parameters: 19 MiB, two passes, one lane. argon2id is the package's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords with argon2id. */
export function createPasswords(): Passwords {
  const decoy = hash("a password that no account has", COST);
  return {
    hash: (password) => hash(password.normalize("NFKC"), COST),
    verify: async (hashed, password) => {
      const isRight = await verify(hashed ?? (await decoy), password.normalize("NFKC"));
      return hashed !== null && isRight;
    },
  };
}
