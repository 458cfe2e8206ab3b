import type { Failure } from "@/app/_trpc/failure";
import {
  createParts,
  measurePacked,
  type Part,
  packLines,
  UPLOAD_BYTES,
} from "@/server/core/imports/parts";
import { createRecordReader, type Found, formatOf } from "@/server/core/imports/record-reader";
import type { ImportKind } from "@/server/core/imports/schema";
import { FileChanged, partsOf, type Sliced } from "./file-parts";

export type UploadState = {
  /** `waiting`: for the next attempt after a failure. `stopped`: with a message. */
  status: "running" | "paused" | "waiting" | "stopped" | "done";
  message: string | null;
  /** The share of the file that is read, 0 to 1. */
  share: number;
};

type Progress = { linesDone: number; isOver: boolean };

/** The procedures that an upload calls. They throw what failureOf() reads. */
export type UploadCalls = {
  write(part: Omit<Part, "lines"> & { lines: ReturnType<typeof packLines> }): Promise<unknown>;
  progress(): Promise<Progress>;
  finish(): Promise<unknown>;
  failureOf(error: unknown): Failure;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
};

export type UploadOf = { runId: string; kind: ImportKind; file: Sliced; known: readonly string[] };

export type Upload = UploadOf & {
  state(): UploadState;
  subscribe(listener: () => void): () => void;
  pause(): void;
  /** Goes on after a pause, or tries again after it has stopped. */
  resume(): void;
  /** Ends it in this tab. The import can go on with the file. */
  leave(): void;
};

/** A part has at most so many lines. It is written in one transaction. */
const MAX_LINES = 1_000;
const MAX_RECORD_BYTES = UPLOAD_BYTES - 1_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** Ends the run of an upload, with the message for the user. */
class Stopped extends Error {}

/**
 * Sends a file part by part, one at a time, from where its import is. Each part is written once,
 * whatever fails: the import only takes the part that follows.
 */
export function createUpload(of: UploadOf, calls: UploadCalls): Upload {
  const listeners = new Set<() => void>();
  let state: UploadState = { status: "running", message: null, share: 0 };
  let isRunning = false;
  let isLeft = false;
  let wake = () => {};
  const set = (change: Partial<UploadState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const gate = async () => {
    while (state.status === "paused" && !isLeft) await new Promise<void>((go) => (wake = go));
    if (isLeft) throw new Stopped("");
  };
  const holdOff = async (ms: number, message: string) => {
    if (state.status !== "paused") {
      set({ status: "waiting", message });
      await calls.wait(ms);
    }
    await gate();
    set({ status: "running", message: null });
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await sendFile(of, { calls, set, gate, holdOff });
      set({ status: "done", share: 1, message: null });
    } catch (error) {
      if (!isLeft) set({ status: "stopped", message: messageOf(error, calls) });
    } finally {
      isRunning = false;
    }
  };
  void run();
  return {
    ...of,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: () => {
      if (state.status === "running" || state.status === "waiting") set({ status: "paused" });
    },
    resume: () => {
      if (state.status !== "paused" && state.status !== "stopped") return;
      set({ status: "running", message: null });
      wake();
      void run();
    },
    leave: () => {
      isLeft = true;
      wake();
    },
  };
}

function messageOf(error: unknown, { failureOf }: UploadCalls): string {
  if (error instanceof Stopped || error instanceof FileChanged) return error.message;
  return failureOf(error).message;
}

type Running = {
  calls: UploadCalls;
  set: (change: Partial<UploadState>) => void;
  /** Resolves once the upload may go on. Throws if it was left. */
  gate: () => Promise<void>;
  /** Waits for the next attempt after a failure, or until the upload resumes if it was paused meanwhile. */
  holdOff: (ms: number, message: string) => Promise<void>;
};

async function sendFile({ file, known }: UploadOf, running: Running): Promise<void> {
  const { calls, set } = running;
  const { linesDone, isOver } = await attempt(running, calls.progress);
  if (isOver) throw new Stopped("The import is finished or was canceled.");
  const reader = createRecordReader(formatOf(file.name), known);
  const limits = { maxLines: MAX_LINES, maxBytes: UPLOAD_BYTES, measure: measurePacked };
  const parts = createParts(linesDone, limits);
  const measure = measurePacked();
  const send = async (found: readonly Found[]) => {
    for (const one of found) {
      const full = parts.add(one.line > linesDone ? fitting(one, measure) : one);
      if (full) await sendPart(full, running);
    }
  };
  let read = 0;
  for await (const bytes of partsOf(file)) {
    await send(reader.push(bytes));
    read += bytes.length;
    set({ share: read / file.size });
  }
  await send(reader.end());
  const last = parts.end();
  if (last) await sendPart(last, running);
  await attempt(running, calls.finish);
}

function fitting(found: Found, measure: (found: Found) => number): Found {
  if (measure(found) <= MAX_RECORD_BYTES) return found;
  const reason = "The row is too long to be uploaded. Import the file with the CLI.";
  return { line: found.line, reason };
}

async function sendPart({ lines, ...part }: Part, running: Running): Promise<void> {
  const { calls } = running;
  const packed = { ...part, lines: packLines(lines) };
  let isUnsure = false;
  await attempt(running, async () => {
    try {
      await calls.write(packed);
    } catch (error) {
      const { code, mayPass, message } = calls.failureOf(error);
      if (code === "conflict") {
        // A response that was lost may have been that of this very part.
        const at = isUnsure ? await calls.progress() : null;
        if (at && !at.isOver && at.linesDone === part.throughLine) return;
        throw new Stopped(message);
      }
      isUnsure ||= mayPass;
      throw error;
    }
  });
}

/** Calls until it succeeds, with longer and longer waits. Throws what can't pass. */
async function attempt<Result>(
  { calls, gate, holdOff }: Running,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    await gate();
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stopped) throw error;
      const { mayPass, message } = calls.failureOf(error);
      if (!mayPass) throw error;
      await holdOff(waitMs, message);
    }
  }
}
