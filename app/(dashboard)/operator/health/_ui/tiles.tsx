import type { ReactNode } from "react";
import type { Health } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import classes from "./health.module.css";

/** The samples of a quarter of an hour, one each ten seconds. */
const SAMPLES = 90;
const PER_MINUTE = 6;
const MEBIBYTE = 1_048_576;
/** Keeps the trends of a row at one height. */
const NO_NOTE = "\u00a0";

/**
 * Four key figures of the process, and the webhooks of all processes, each with its last quarter of
 * an hour.
 */
export function Tiles({ of: { figures, process, backlog, history } }: { of: Health }) {
  const { number, share } = useFormats();
  const { pool } = figures;
  const last = history.at(-1);
  const mebibytes = Math.round(process.memoryBytes / MEBIBYTE);
  const trend = (read: (sample: Health["history"][number]) => number, note?: ReactNode) => (
    <>
      {note ?? NO_NOTE}
      <Trend values={history.map(read)} />
    </>
  );
  return (
    <Figures label="Last 15 minutes">
      <Figure label="API requests per minute" note={trend(({ decisions }) => decisions)}>
        <Count value={(last?.decisions ?? 0) * PER_MINUTE} />
      </Figure>
      <Figure
        label="Event loop lag (p99)"
        note={trend(({ loopDelayMs }) => loopDelayMs, `${share(process.loopBusy)} busy`)}
      >
        {number(Math.round(process.loopDelayMs.p99 * 10) / 10)} ms
      </Figure>
      <Figure label="Memory" note={trend(({ memoryBytes }) => memoryBytes)}>
        {number(mebibytes)} MiB
      </Figure>
      <Figure
        label="Database connections in use"
        note={trend(
          ({ busyConnections }) => busyConnections,
          `${number(pool.waiting)} ${pool.waiting === 1 ? "request" : "requests"} waiting`,
        )}
      >
        {number(pool.total - pool.idle)} of {number(pool.total)}
      </Figure>
      <Figure
        label="Webhooks pending"
        note={trend(({ pendingWebhooks }) => pendingWebhooks, <WebhooksNote of={backlog} />)}
      >
        {backlog === null ? "—" : number(backlog.pending)}
      </Figure>
    </Figures>
  );
}

function WebhooksNote({ of: backlog }: { of: Health["backlog"] }) {
  const { number } = useFormats();
  const { oldestAt = null, failing = 0 } = backlog ?? {};
  return (
    <>
      {oldestAt && (
        <>
          Oldest from <RelativeTime at={oldestAt} />
        </>
      )}
      {oldestAt && failing > 0 && ", "}
      {failing > 0 && `${number(failing)} failing ${failing === 1 ? "endpoint" : "endpoints"}`}
    </>
  );
}

/** After a start, the time before it is empty. */
function Trend({ values }: { values: readonly number[] }) {
  const before = Array<number>(Math.max(0, SAMPLES - values.length)).fill(0);
  return (
    <span className={classes.trend}>
      <Sparkline values={[...before, ...values]} width={180} isFinished />
    </span>
  );
}
