import type { Figures, HealthSample } from "../core/kernel/health";
import type { Loop } from "./loop";

/** A quarter of an hour of ten-second samples. */
export const MAX_SAMPLES = 90;

type Source = {
  limiter(): Pick<Figures["limiter"], "decisions">;
  pool(): Pick<Figures["pool"], "total" | "idle">;
  loop: Pick<Loop, "read">;
  memoryBytes(): number;
  pendingWebhooks(): number;
};

/** The figures of the last quarter of an hour, oldest first; `take` adds the current ones. */
export function createHistory({ limiter, pool, loop, memoryBytes, pendingWebhooks }: Source) {
  let decisionsBefore = limiter().decisions;
  const sample = (): HealthSample => {
    const { decisions } = limiter();
    const { total, idle } = pool();
    const added = decisions - decisionsBefore;
    decisionsBefore = decisions;
    return {
      decisions: added,
      loopDelayMs: loop.read().delayMs.p99,
      memoryBytes: memoryBytes(),
      busyConnections: total - idle,
      pendingWebhooks: pendingWebhooks(),
    };
  };
  const samples = [sample()];
  return {
    /** At least one sample. */
    read: (): readonly HealthSample[] => samples,
    take(): void {
      samples.push(sample());
      if (samples.length > MAX_SAMPLES) samples.shift();
    },
  };
}
