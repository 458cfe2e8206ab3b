import { RULES } from "./rules";

/**
 * Workers that cannot be distinguished: they share one caller, or are a client that never repeats a
 * request. One may use another's promise, so they save slots for each other.
 */
export type Crowd = {
  /** The caller, or the client. */
  name: string;
  /** Due time of the last promise that it used. */
  usedUs: number;
  /** Its debt, in eighths of a slot. */
  debt: number;
};

export function crowdOf(crowds: readonly Crowd[], name: string): Crowd | null {
  return crowds.find((crowd) => crowd.name === name) ?? null;
}

/** Whether this request may come from a member whose promise another has just used. */
export function isRobbed({ usedUs }: Crowd, nowUs: number): boolean {
  return usedUs > nowUs - RULES.robbedUs;
}

/** Adds a crowd of this name; over the cap it replaces the oldest. */
export function foundCrowd(
  crowds: readonly Crowd[],
  name: string,
  nowUs: number,
): readonly Crowd[] {
  if (crowdOf(crowds, name) !== null) return crowds;
  const founded = { name, usedUs: nowUs - RULES.robbedUs, debt: 0 };
  return [...crowds, founded].slice(-RULES.maxCrowds);
}

export function withCrowd(crowds: readonly Crowd[], changed: Crowd): readonly Crowd[] {
  return crowds.map((crowd) => (crowd.name === changed.name ? changed : crowd));
}

export function owing(crowd: Crowd, eighths: number): Crowd {
  return { ...crowd, debt: Math.min(RULES.maxDebt, crowd.debt + eighths) };
}
