import type { Prisma } from "../../prisma/client/client";
import type { Tx } from "../core/kernel/actor";
import { newRows } from "../core/kernel/columns";
import type { RecordedCall, RecordedRequest } from "../core/kernel/ports";
import { messageOf, pathOf, queryNames } from "./called";
import type { Transact, WriteBuffer } from "./write-buffer";

/** Small, because a statement on the embedded database blocks the whole process. */
const ROWS_PER_STATEMENT = 100;

/** The most that its column holds: 36 minutes. A process can be stopped for longer. */
const LONGEST_US = 2 ** 31 - 1;

export type RequestLogBounds = {
  /** Rows that may wait for PostgreSQL; beyond, the oldest are dropped and counted. */
  maxWaiting: number;
  /**
   * Rows of one key between two flushes, and of those the responses that cost a client nothing: 401
   * and 429.
   */
  perKey: number;
  refusedPerKey: number;
};

const BOUNDS: RequestLogBounds = { maxWaiting: 10_000, perKey: 100, refusedPerKey: 20 };

type Options = {
  bounds?: RequestLogBounds | undefined;
  /** Called with each call that has an entry for the log and is not listed there. */
  onUnlisted?: (call: Pick<RecordedCall, "keyId" | "at" | "status">) => void;
};

type RequestLogBuffer = WriteBuffer & {
  skipped(): number;
  /** Rows written per partner since the last call. */
  takeWritten(): Map<string, number>;
};

/**
 * The request log's buffer. A key that hammers the API can neither push out other keys' rows nor
 * fill the table: calls beyond its share are counted in key_usage and in `skipped`, but not logged.
 * `onUnlisted` gets these, and rows dropped while PostgreSQL is down.
 */
export function openRequestLog(
  transact: Transact,
  { bounds = BOUNDS, onUnlisted }: Options = {},
): RequestLogBuffer {
  const ring = createRing<Row>(bounds.maxWaiting);
  let shares = new Map<string, { all: number; refused: number }>();
  let written = new Map<string, number>();
  let dropped = 0;
  let skipped = 0;

  function hasShare({ keyId, status }: RecordedCall): boolean {
    let share = shares.get(keyId);
    if (!share) {
      share = { all: 0, refused: 0 };
      shares.set(keyId, share);
    }
    const isRefused = status === 429 || status === 401;
    if (share.all >= bounds.perKey) return false;
    if (isRefused && share.refused >= bounds.refusedPerKey) return false;
    share.all++;
    if (isRefused) share.refused++;
    return true;
  }

  return {
    add(call) {
      if (!call.request) return;
      if (!hasShare(call)) {
        skipped++;
        onUnlisted?.(call);
        return;
      }
      const replaced = ring.push(rowOf(call, call.request));
      if (!replaced) return;
      dropped++;
      onUnlisted?.(replaced);
    },
    async flush() {
      shares = new Map();
      // Only the rows buffered now: under load, new ones keep arriving.
      for (let left = ring.size(); left > 0; left -= ROWS_PER_STATEMENT) {
        const rows = ring.peek(ROWS_PER_STATEMENT);
        await transact((tx) => write(tx, rows));
        ring.drop(rows);
        for (const { partnerId } of rows) written.set(partnerId, (written.get(partnerId) ?? 0) + 1);
      }
    },
    takeWritten() {
      const taken = written;
      written = new Map();
      return taken;
    },
    waiting: () => ring.size(),
    dropped: () => dropped,
    skipped: () => skipped,
  };
}

type Row = ReturnType<typeof rowOf>;

function rowOf(
  call: RecordedCall,
  request: RecordedRequest,
): Required<Prisma.RequestLogCreateManyInput> & { at: Date } {
  return {
    id: request.id,
    at: call.at,
    partnerId: request.partnerId,
    keyId: call.keyId,
    method: request.method,
    route: request.route,
    path: request.path === request.route ? null : pathOf(request.path),
    query: queryNames(request.search),
    status: call.status,
    errorCode: request.errorCode,
    errorMessage: messageOf(request.issues),
    durationUs: Math.min(request.durationUs, LONGEST_US),
    address: call.address,
    clientRequestId: request.clientRequestId,
    perMinute: request.perMinute,
    isProduct: request.isProduct ?? false,
  };
}

// A batch is retried if its commit was not confirmed; its IDs may exist already.
async function write(tx: Tx, rows: readonly Row[]): Promise<void> {
  const { columns, records } = newRows("request_log", rows);
  await tx.$executeRaw`
    INSERT INTO request_log (${columns}) SELECT ${columns} FROM ${records}
    ON CONFLICT (id) DO NOTHING`;
}

/** A fixed-length queue in which a new row replaces the oldest. */
function createRing<T>(length: number) {
  const slots: (T | undefined)[] = [];
  let first = 0;
  let size = 0;
  const drop = () => {
    const row = slots[first];
    slots[first] = undefined;
    first = (first + 1) % length;
    size--;
    return row;
  };
  return {
    size: () => size,
    /** Returns the oldest row if it replaced that one. */
    push(row: T): T | undefined {
      const replaced = size === length ? drop() : undefined;
      slots[(first + size) % length] = row;
      size++;
      return replaced;
    },
    /** The oldest rows, without removing them. */
    peek(count: number): T[] {
      const rows: T[] = [];
      for (let i = 0; i < Math.min(count, size); i++) {
        const row = slots[(first + i) % length];
        if (row !== undefined) rows.push(row);
      }
      return rows;
    },
    /** Removes peeked rows that have not been replaced meanwhile. */
    drop(rows: readonly T[]): void {
      const done = new Set(rows);
      for (let row = slots[first]; row !== undefined && done.has(row); row = slots[first]) drop();
    },
  };
}
