import { atEndOfTurn } from "../core/kernel/end-of-turn";

/**
 * Shares reads of the same name, each begun after its caller asked: at the end of the event loop's
 * turn, for all that asked within it.
 */
export function readsOfTurn<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const open = new Map<string, Promise<T>>();

  function start(name: string): Promise<T> {
    const started = new Promise<T>((resolve) => {
      atEndOfTurn(() => {
        open.delete(name);
        resolve(read(name));
      });
    });
    open.set(name, started);
    return started;
  }

  return (name) => open.get(name) ?? start(name);
}

/**
 * Shares reads of the same name, each begun after its caller asked: who asks while one is running
 * shares the next one. So a name is read once at a time, however many ask.
 */
export function sharedReads<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const latest = new Map<string, { now: Promise<T>; next: Promise<T> | null }>();

  function start(name: string): Promise<T> {
    const now = read(name).finally(() => {
      if (latest.get(name)?.next === null) latest.delete(name);
    });
    latest.set(name, { now, next: null });
    return now;
  }

  return (name) => {
    const one = latest.get(name);
    if (!one) return start(name);
    const again = () => start(name);
    one.next ??= one.now.then(again, again);
    return one.next;
  };
}
