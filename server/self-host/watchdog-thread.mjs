// Runs in a thread of its own, since nothing on the main thread runs while that is blocked. JavaScript,
// so that it can be started as a file with and without the bundle.
import { write } from "node:fs";
import { hostname } from "node:os";
import { workerData } from "node:worker_threads";

/** How long the last line may take. */
const SAYING_MS = 2_000;
const { beats, boundMs, tickMs } = workerData;
const states = ["The event loop", "The embedded database"].map((name) => ({
  name,
  beat: 0,
  silentMs: 0,
}));

const timer = setInterval(() => {
  for (const [index, state] of states.entries()) {
    const beat = Atomics.load(beats, index);
    // By ticks, never by a clock: while the process or the machine is stopped this thread is as well,
    // and the late tick after it counts as one.
    state.silentMs = beat === state.beat ? state.silentMs + tickMs : 0;
    state.beat = beat;
    if (state.silentMs >= boundMs) return end(state);
  }
}, tickMs);

function end({ name, silentMs }) {
  clearInterval(timer);
  const seconds = Math.round(silentMs / 1_000);
  const msg = `${name} has not answered for ${seconds} s: this process ends itself (SIGKILL), to be started again`;
  const names = { instance: hostname(), pid: process.pid };
  const line = JSON.stringify({ level: 60, time: Date.now(), ...names, msg });
  // Of all ways to end a process this is the only one that needs nothing of the main thread.
  const kill = () => process.kill(process.pid, "SIGKILL");
  // process.stderr of a thread goes through the main one.
  write(2, `${line}\n`, kill);
  // Nobody may be reading stderr, which may even be what blocks the main thread.
  setTimeout(kill, SAYING_MS);
}
