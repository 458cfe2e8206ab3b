import { createPasswords } from "../auth/passwords";

/**
 * The product's passwords with hashes that take microseconds. A hash contains its cost, so a
 * product on the same database checks them as quickly.
 */
export const quickPasswords = () =>
  createPasswords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } });
