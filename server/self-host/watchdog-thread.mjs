// Runs in its own thread, because a blocked main thread runs nothing. Plain JavaScript, so that it
// can be started as a file with and without the bundle.
import { write } from "node:fs";
import { hostname } from "node:os";
import { workerData } from "node:worker_threads";

/** How long writing the last line may take. */
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
    // Count ticks, not time: while the process or machine is suspended, this thread is too, and the
    // late tick counts as one.
    state.silentMs = beat === state.beat ? state.silentMs + tickMs : 0;
    state.beat = beat;
    if (state.silentMs >= boundMs) return end(state);
  }
}, tickMs);

function end({ name, silentMs }) {
  clearInterval(timer);
  const seconds = Math.round(silentMs / 1_000);
  const msg = `${name} has not responded for ${seconds} s. Ending this process (SIGKILL) so that it is restarted.`;
  const names = { instance: hostname(), pid: process.pid };
  const line = JSON.stringify({ level: 60, time: Date.now(), ...names, msg });
  // The only way to end a process that needs nothing from the main thread.
  const kill = () => process.kill(process.pid, "SIGKILL");
  // Not process.stderr: in a thread it goes through the main thread.
  write(2, `${line}\n`, kill);
  // The write may never finish: an unread stderr may be what blocks the main thread.
  setTimeout(kill, SAYING_MS);
}
