import type { Figures } from "../core/kernel/health";
import { type Beat, isBeat } from "./sender-process";

/** It is replaced within a second or two; a start on a busy machine takes some more. */
const SILENT_MS = 10_000;
const NONE: Figures["webhooks"] = {
  delivered: 0,
  retried: 0,
  failed: 0,
  inFlight: 0,
  unrecorded: 0,
};

const NO_MAIL: Figures["mail"] = {
  sent: 0,
  refused: 0,
  retried: 0,
  failed: 0,
  inFlight: 0,
  fault: null,
};

/** The latest report of the process that sends webhooks, kept by a process that serves. */
export type SenderWatch = {
  note(beat: Beat): void;
  /** As of the last second. */
  figures(): Figures["webhooks"];
  mail(): Figures["mail"];
  /** The problem and its fix, if it is silent; null if all is well. */
  fault(): string | null;
};

/** `nowMs` is any clock that only advances. */
export function watchSender(nowMs: () => number): SenderWatch {
  let sent = NONE;
  let mail = NO_MAIL;
  // From the first question on: it is started last.
  let heardAtMs: number | null = null;
  return {
    note: (beat) => {
      sent = beat.sent;
      mail = beat.mail;
      heardAtMs = nowMs();
    },
    figures: () => sent,
    mail: () => mail,
    fault: () => {
      heardAtMs ??= nowMs();
      const silentMs = nowMs() - heardAtMs;
      if (silentMs <= SILENT_MS) return null;
      const seconds = Math.floor(silentMs / 1_000);
      return `the process that sends webhooks has been silent for ${seconds} s. A new one is started by itself; if that fails, the log says why.`;
    },
  };
}

/** Listens to what the primary passes on, in a worker. */
export function hearSender(watch: SenderWatch): void {
  process.on("message", (message: unknown) => {
    if (isBeat(message)) watch.note(message);
  });
}
