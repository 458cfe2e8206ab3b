import { connect, type Socket } from "node:net";
import { CONNECTIONS } from "./throughput-load";

const TICK_MS = 1;

/** Quantiles of the time from when a request was due to its answer's last byte, in milliseconds. */
export type Latency = { p50: number; p99: number; sent: number };

type Line = { socket: Socket; buffered: string; sinceMs: number | null };

/**
 * Sends at a fixed rate over 32 connections, whatever the answers take. A request that finds every
 * connection busy waits, and its wait counts: leaving it out would flatter whoever stalls.
 */
export async function pace(options: {
  url: string;
  keys: readonly (string | null)[];
  perSecond: number;
  seconds: number;
}): Promise<Latency> {
  const { url, keys, perSecond, seconds } = options;
  const requests = keys.map((key) => requestTo(new URL(url), key));
  const latencies: number[] = [];
  const waiting: number[] = [];
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(url)));
  const idle = [...lines];
  let sent = 0;
  const send = (line: Line, dueMs: number) => {
    line.sinceMs = dueMs;
    line.socket.write(requests[sent++ % requests.length] ?? "");
  };
  for (const line of lines) {
    onAnswer(line, () => {
      if (line.sinceMs !== null) latencies.push(performance.now() - line.sinceMs);
      const dueMs = waiting.shift();
      if (dueMs === undefined) idle.push(line);
      else send(line, dueMs);
    });
  }
  const startedAt = performance.now();
  let due = 0;
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const elapsed = Math.min((nowMs - startedAt) / 1_000, seconds);
      for (; due < elapsed * perSecond; due++) {
        const line = idle.shift();
        if (line) send(line, nowMs);
        else waiting.push(nowMs);
      }
      if (elapsed < seconds) return;
      clearInterval(timer);
      done();
    }, TICK_MS);
  });
  for (const { socket } of lines) socket.destroy();
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), sent: sorted.length };
}

function requestTo({ pathname, host }: URL, key: string | null): string {
  const authorization = key === null ? "" : `Authorization: Bearer ${key}\r\n`;
  return `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`;
}

function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding("latin1");
    socket.once("error", reject);
    socket.once("connect", () => resolve({ socket, buffered: "", sinceMs: null }));
  });
}

/** Calls back at the end of each answer. No answer is ever sent before the last one has been read. */
function onAnswer(line: Line, done: () => void): void {
  line.socket.on("data", (piece: string) => {
    line.buffered += piece;
    const head = line.buffered.indexOf("\r\n\r\n");
    if (head < 0 || !isWhole(line.buffered, head)) return;
    line.buffered = "";
    done();
  });
}

function isWhole(text: string, head: number): boolean {
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) return text.endsWith("0\r\n\r\n");
  return text.length >= head + 4 + Number(length);
}
