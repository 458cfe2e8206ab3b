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

/** fetch() that records whether the server responded. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    connection.set(true);
    release.saw(response);
    if (response.headers.has("latchkey-waited")) void explainWait();
    return response;
  } catch (error) {
    // A request that we aborted says nothing about the connection.
    if (!init?.signal?.aborted) connection.set(false);
    throw error;
  }
};
