import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { locate } from "../server/testing/packages";
import { temporaryFolder } from "../server/testing/processes";

const run = promisify(execFile);

export const CONNECTIONS = 32;
const CLOCK_TICKS_PER_SECOND = 100;

/**
 * Quantiles of the time from sending a request to the last byte of its response, in milliseconds.
 */
export type Latency = { p50: number; p99: number; max: number };

/** The results of one run of wrk. */
export type Load = {
  latency: Latency;
  perSecond: number;
  cpuUs: number;
  refusedShare: number;
  /** The share of a core that wrk itself used. */
  generatorShare: number;
};

/** The URL of the requests and their keys, in turn; null sends no key. See `build` for pairs. */
type Aim = { url: string; keys: readonly (string | null)[] };

/**
 * The script for wrk: builds each request once and prints the summary as JSON. With a rate, it
 * delays each request until it is due, to the millisecond, and catches up when late.
 */
const SCRIPT = `
local ffi = require("ffi")
ffi.cdef[[ typedef struct { long s; long us; } when; int gettimeofday(when *, void *); ]]
local when = ffi.new("when")
local function now_ms()
  ffi.C.gettimeofday(when, nil)
  return tonumber(when.s) * 1000 + tonumber(when.us) / 1000
end
-- "-", a key, "KEY about KEY" for forward auth, or "KEY verifies KEY".
local function build(line)
  local own, verb, key = string.match(line, "^(%S+) (%S+) (%S+)$")
  if verb == "about" then
    return wrk.format("GET", nil, {
      ["X-Platform-Key"] = own, ["X-Forwarded-Method"] = "GET", ["X-Forwarded-Uri"] = "/orders/17",
      ["X-Forwarded-For"] = "192.0.2.1", Authorization = "Bearer " .. key })
  elseif verb == "verifies" then
    local body = '{"key":"' .. key .. '","method":"GET","route":"/orders/{id}","path":"/orders/17","ip":"192.0.2.1"}'
    return wrk.format("POST", nil, {
      Authorization = "Bearer " .. own, ["Content-Type"] = "application/json" }, body)
  end
  return wrk.format("GET", nil, line ~= "-" and { Authorization = "Bearer " .. line } or {})
end
local requests, at, sent, per_ms, started_ms = {}, 0, 0, 0, nil
init = function(args)
  per_ms = (tonumber(args[2]) or 0) / 1000
  if per_ms > 0 then
    delay = function()
      started_ms = started_ms or now_ms()
      sent = sent + 1
      return math.max(0, math.floor(started_ms + sent / per_ms - now_ms()))
    end
  end
  for line in io.lines(args[1]) do
    requests[#requests + 1] = build(line)
  end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\nRESULT {"requests":%d,"us":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d,"max":%d}\\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
`;

type Summary = Record<"requests" | "us" | "refused" | "broken" | "p50" | "p99" | "max", number>;

let files: { script: string; folder: string } | undefined;

function scriptFiles(): { script: string; folder: string } {
  if (files) return files;
  const folder = temporaryFolder("wrk");
  files = { script: join(folder, "load.lua"), folder };
  writeFileSync(files.script, SCRIPT);
  return files;
}

/** Writes the keys to a file for wrk. */
export function keyFile(name: string, keys: Aim["keys"]): string {
  const file = join(scriptFiles().folder, `${name}.keys`);
  writeFileSync(file, `${keys.map((key) => key ?? "-").join("\n")}\n`);
  return file;
}

/**
 * Sends as many requests as the connections allow, from one thread of wrk, or `perSecond` of them.
 * `pids` are the processes whose CPU time is measured. Throws if a connection broke, because the
 * result would be meaningless.
 */
export async function flood(options: {
  url: string;
  file: string;
  seconds: number;
  pids: readonly number[];
  perSecond?: number;
  connections?: number;
  /** A request that takes longer counts as a broken connection. */
  patienceSeconds?: number;
}): Promise<Load> {
  const { url, file, seconds, pids, perSecond = 0, connections = CONNECTIONS } = options;
  const { patienceSeconds = 2 } = options;
  const { script } = scriptFiles();
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    `${patienceSeconds}s`,
    "-s",
    script,
    url,
    "--",
    file,
    `${perSecond}`,
  ];
  const before = cpuSeconds(pids);
  // The last line of `times` is the CPU time of the shell's children.
  const { stdout } = await run("sh", ["-c", '"$0" "$@" && times', locate("wrk"), ...args]);
  const usedUs = (cpuSeconds(pids) - before) * 1e6;
  const found = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (found === undefined) throw new Error(`wrk printed no result:\n${stdout}`);
  const { requests, us, refused, broken, p50, p99, max } = JSON.parse(found) as Summary;
  if (broken > 0) throw new Error(`${broken} failed connections to ${url}`);
  return {
    latency: { p50: p50 / 1_000, p99: p99 / 1_000, max: max / 1_000 },
    perSecond: (requests / us) * 1e6,
    cpuUs: usedUs / requests,
    refusedShare: refused / requests,
    generatorShare: generatorSeconds(stdout) / seconds,
  };
}

function generatorSeconds(stdout: string): number {
  const last = stdout.trim().split("\n").at(-1) ?? "";
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** User and system time of processes so far, over all threads; NaN without /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain spaces, so the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The process and its children. */
export function familyOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "),
    );
    return [pid, ...children.filter(Boolean).map(Number)];
  } catch {
    return [pid];
  }
}

/** Resident memory in MiB. */
export async function residentMiB(pid: number): Promise<number> {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}
