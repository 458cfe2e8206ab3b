import type { Worker } from "./simulate";

/** A readable stand-in for a fingerprint. */
export function mark(kind: string, n: number | string): string {
  return `${kind}${String(n).padStart(8 - kind.length, "0")}`.slice(-8);
}

type Shape = Partial<Omit<Worker, "client" | "request">>;

/** Workers that poll one URL each, under a client of their own. */
export function distinct(count: number, shape: Shape = {}): Worker[] {
  const request = () => mark("u", 0);
  return each(count, (n) => ({ client: mark("c", n), request, ...shape }));
}

/** Workers behind one address that poll a URL of their own each. */
export function sameAddress(count: number, shape: Shape = {}): Worker[] {
  return each(count, (n) => ({ client: mark("c", 0), request: () => mark("u", n), ...shape }));
}

/** Workers behind one address that poll the same URL: nothing tells them apart. */
export function identical(count: number, shape: Shape = {}): Worker[] {
  const request = () => mark("u", 0);
  return each(count, () => ({ client: mark("c", 0), request, ...shape }));
}

/** Workers behind one address, or one address each, that never ask for the same thing twice. */
export function wandering(
  count: number,
  { isOneAddress, ...shape }: Shape & { isOneAddress: boolean },
): Worker[] {
  return each(count, (n) => ({
    client: mark("c", isOneAddress ? 0 : n),
    request: (turn) => mark("w", n * 100_000 + turn),
    ...shape,
  }));
}

/** One that ignores Retry-After, from its own address, with one URL or with fresh ones. */
export function hammer({ everyUs, isFresh }: { everyUs: number; isFresh: boolean }): Worker {
  const request = (turn: number) => mark("h", isFresh ? turn : 0);
  return { client: mark("x", 0), request, hammersEveryUs: everyUs };
}

function each(count: number, make: (n: number) => Worker): Worker[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
