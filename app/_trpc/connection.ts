import { release } from "./release";

type Listener = () => void;

const listeners = new Set<Listener>();
let isReachable = true;

/** Whether the last request got a response, of any status. */
export const connection = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isReachable: (): boolean => isReachable,
  set(next: boolean): void {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  },
};

const explainWait = async () => (await import("@/app/_ui/feedback/waited")).explainWait();

/** Longer than any action takes. A lost connection may never fail by itself, and its dialog waits. */
const RESPONSE_MS = 120_000;

/** fetch() that records whether the server responded. It fails without a response in two minutes. */
export const watchedFetch = async (input: RequestInfo, init: RequestInit): Promise<Response> => {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, RESPONSE_MS);
  // Safari has AbortSignal.any() only from 17.4.
  init.signal?.addEventListener("abort", end, { once: true });
  try {
    const response = await fetch(input, { ...init, signal: ended.signal });
    connection.set(true);
    release.saw(response);
    if (response.headers.has("latchkey-waited")) void explainWait();
    return response;
  } catch (error) {
    // A request that we aborted says nothing about the connection.
    if (!init.signal?.aborted) connection.set(false);
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
