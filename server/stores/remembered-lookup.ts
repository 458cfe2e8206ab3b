import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { afterAwake } from "../core/kernel/awake";

/** How long the name server may take if an answer is remembered. */
const PATIENCE_MS = 1_000;

type Options = Parameters<LookupFunction>[1];
type Answer = Parameters<Parameters<LookupFunction>[2]>;

/**
 * Returns a function that looks names up like dns.lookup(), and remembers the last addresses of
 * each. They are its answer if the name server is silent for a second or fails, but not if it says
 * that the name is gone: a store that works stays reachable while names can't be resolved. A name is
 * looked up once at a time, because each lookup that hangs holds one of this process's few threads.
 */
export function createRememberedLookup(patienceMs = PATIENCE_MS): LookupFunction {
  const last = new Map<string, Answer>();
  const running = new Map<string, Promise<Answer>>();

  function look(name: string, host: string, options: Options): Promise<Answer> {
    const looking = new Promise<Answer>((done) => {
      dns.lookup(host, options, (...answer: Answer) => done(answer));
    });
    running.set(name, looking);
    return looking.then((answer) => {
      running.delete(name);
      if (answer[0] === null) last.set(name, answer);
      return answer;
    });
  }

  return (host, options, callback) => {
    const name = JSON.stringify([host, options]);
    const remembered = last.get(name);
    let isOver = false;
    const end = (answer: Answer) => {
      if (isOver) return;
      isOver = true;
      cancel?.();
      callback(...answer);
    };
    const cancel = remembered && afterAwake(patienceMs, () => end(remembered));
    (running.get(name) ?? look(name, host, options)).then((answer) => {
      const [error] = answer;
      end(error && error.code !== "ENOTFOUND" && remembered ? remembered : answer);
    });
  };
}
