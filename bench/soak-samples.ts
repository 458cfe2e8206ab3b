/** The process's metrics at one moment. */
export type Sample = {
  heapMiB: number;
  residentMiB: number;
  sockets: number;
  timers: number;
  /** Entries waiting in all of the recorder's buffers. */
  queued: number;
  p99Ms: number;
};

/** Parses the Prometheus metrics. Throws if one is missing, because it would not be monitored. */
export function sampleOf(text: string, p99Ms: number): Sample {
  const figure = (name: string, labels = "") => {
    const lines = text.split("\n").filter((line) => line.startsWith(name) && line.includes(labels));
    if (lines.length === 0) throw new Error(`metric ${name} not found`);
    return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  const optional = (name: string, labels: string) =>
    text.includes(labels) ? figure(name, labels) : 0;
  const MIB = 1024 * 1024;
  return {
    heapMiB: figure("nodejs_heap_size_used_bytes") / MIB,
    residentMiB: figure("process_resident_memory_bytes") / MIB,
    sockets: optional("nodejs_active_resources{", 'type="TCPSocketWrap"'),
    timers: optional("nodejs_active_resources{", 'type="Timeout"'),
    queued: figure("latchkey_recorder_waiting"),
    p99Ms,
  };
}

type Bound = { name: keyof Sample; most: (before: number) => number };

const BOUNDS: Bound[] = [
  { name: "heapMiB", most: (before) => before * 1.15 + 10 },
  { name: "residentMiB", most: (before) => before * 1.2 + 30 },
  { name: "sockets", most: (before) => before + 5 },
  { name: "timers", most: (before) => before + 20 },
  { name: "queued", most: (before) => before * 1.5 + 500 },
];

/**
 * Metrics that have grown between the second and the last quarter; the first one is the warm-up.
 */
export function growthIn(samples: readonly Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  // The minimum of each quarter, because the heap always grows between two garbage collections.
  const least = (part: readonly Sample[], name: keyof Sample) =>
    Math.min(...part.map((sample) => sample[name]));
  return BOUNDS.flatMap(({ name, most }) => {
    const before = least(samples.slice(quarter, 2 * quarter), name);
    const after = least(samples.slice(-quarter), name);
    if (after <= most(before)) return [];
    return [`${name} has grown from ${before.toFixed(1)} to ${after.toFixed(1)}`];
  });
}
