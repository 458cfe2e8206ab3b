import { median } from "./run";

/** Requests per second and the server's CPU microseconds per request, one number per round. */
export type Measured = {
  name:
    | "next"
    | "fastify"
    | "redis"
    | "embedded"
    | "429"
    | "revoked"
    | "unknown"
    | "malformed"
    | "workers=2"
    | "forward-auth"
    | "verify";
  perSecond: number[];
  cpuUs: number[];
  generatorShare: number[];
};

type Name = Measured["name"];
type Bar = { what: string; of: Name; over: Name; bar: number; goal: number };

const BARS: Bar[] = [
  { what: "GET /me : a no-op Next route handler", of: "redis", over: "next", bar: 10, goal: 15 },
  { what: "GET /me : Fastify, key cached 10 s", of: "redis", over: "fastify", bar: 1, goal: 1.2 },
  { what: "429 : 200", of: "429", over: "redis", bar: 1, goal: 1.2 },
  { what: "revoked : 200", of: "revoked", over: "redis", bar: 1, goal: 2 },
  { what: "unknown : 200", of: "unknown", over: "redis", bar: 1, goal: 2 },
  { what: "malformed : 200", of: "malformed", over: "redis", bar: 1, goal: 2 },
  { what: "forward auth : GET /me", of: "forward-auth", over: "redis", bar: 0.8, goal: 1 },
  { what: "verify : GET /me", of: "verify", over: "redis", bar: 0.8, goal: 1 },
  { what: "embedded : Redis", of: "embedded", over: "redis", bar: 1, goal: 1.5 },
];

type Row = { what: string; measured: string; bar: string; goal: string; met: string };

/** Each ratio beside its bar. A ratio is the median of the rounds' ratios. */
export function barsOf(
  list: readonly Measured[],
  others: { p99: number; rssMiB: number; workersCpu: number },
): Row[] {
  const rates = new Map(list.map(({ name, perSecond }) => [name, perSecond]));
  const ratios = BARS.map(({ what, of, over, bar, goal }) => {
    const [above = [], below = []] = [rates.get(of), rates.get(over)];
    const ratio = median(above.map((rate, round) => rate / (below[round] ?? Number.NaN)));
    return row(what, { value: ratio, bar, goal, unit: "x", isBetter: (a, b) => a >= b });
  });
  const isLess = (a: number, b: number) => a <= b;
  return [
    ...ratios,
    row("p99 at 80% of the peak : Next's", {
      value: others.p99,
      bar: 0.5,
      goal: 0.2,
      unit: "x",
      isBetter: isLess,
    }),
    // CPU instead of rates: on two cores, two workers share them with Redis and the load generator.
    row("CPU a request one by one, WORKERS=2 : 1", {
      value: others.workersCpu,
      bar: 1.1,
      goal: 1,
      unit: "x",
      isBetter: isLess,
    }),
    row("resident memory, distinct keys", {
      value: others.rssMiB,
      bar: 300,
      goal: 200,
      unit: " MiB",
      isBetter: isLess,
    }),
  ];
}

function row(
  what: string,
  options: {
    value: number;
    bar: number;
    goal: number;
    unit: string;
    isBetter: (a: number, b: number) => boolean;
  },
): Row {
  const { value, bar, goal, unit, isBetter } = options;
  const met = isBetter(value, goal) ? "goal" : isBetter(value, bar) ? "bar" : "NO";
  const digits = unit === "x" ? 2 : 0;
  return { what, measured: value.toFixed(digits) + unit, bar: bar + unit, goal: goal + unit, met };
}
