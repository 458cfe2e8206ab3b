import { RULES } from "./rules";

/**
 * Callers that cannot be told apart: they share one caller, or are a client that never repeats a
 * request. One of them may use the promise of another, so they lay slots by for each other.
 */
export type Crowd = {
  /** The caller, or the client. */
  name: string;
  /** Due time of the promise that it used last. */
  usedUs: number;
  /** Its debt, in eighths of a slot. */
  debt: number;
};

export function crowdOf(crowds: readonly Crowd[], name: string): Crowd | null {
  return crowds.find((crowd) => crowd.name === name) ?? null;
}

/** Whether this request may be that of a member whose promise another one has just used. */
export function isRobbed({ usedUs }: Crowd, nowUs: number): boolean {
  return usedUs > nowUs - RULES.robbedUs;
}

/** With a crowd of this name; beyond the most that are kept the oldest one is forgotten. */
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
