"use client";

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

/** Four key figures of the process, and the webhooks of all processes, each with its last quarter of an hour. */
export function Tiles({ of: { figures, process, backlog, history } }: { of: Health }) {
  const { number, share } = useFormats();
  const { pool } = figures;
  const last = history.at(-1);
  const mebibytes = Math.round(process.memoryBytes / MEBIBYTE);
  const trend = (read: (sample: Health["history"][number]) => number) => (
    <Trend values={history.map(read)} />
  );
  return (
    <Figures label="Last 15 minutes">
      <Figure label="API requests per minute" note={trend(({ decisions }) => decisions)}>
        <Count value={(last?.decisions ?? 0) * PER_MINUTE} />
      </Figure>
      <Figure
        label={`Event loop lag (p99), ${share(process.loopBusy)} busy`}
        note={trend(({ loopDelayMs }) => loopDelayMs)}
      >
        {number(Math.round(process.loopDelayMs.p99 * 10) / 10)} ms
      </Figure>
      <Figure label="Memory" note={trend(({ memoryBytes }) => memoryBytes)}>
        {number(mebibytes)} MiB
      </Figure>
      <Figure
        label={`Database connections in use, ${number(pool.waiting)} waiting`}
        note={trend(({ busyConnections }) => busyConnections)}
      >
        {number(pool.total - pool.idle)} of {number(pool.total)}
      </Figure>
      <Figure
        label={<WebhooksLabel of={backlog} />}
        note={trend(({ pendingWebhooks }) => pendingWebhooks)}
      >
        {backlog === null ? "—" : number(backlog.pending)}
      </Figure>
    </Figures>
  );
}

function WebhooksLabel({ of: backlog }: { of: Health["backlog"] }) {
  const { number } = useFormats();
  const { oldestAt = null, failing = 0 } = backlog ?? {};
  return (
    <>
      Webhooks pending
      {oldestAt && (
        <>
          , the oldest from <RelativeTime at={oldestAt} />
        </>
      )}
      {failing > 0 && `, ${number(failing)} failing ${failing === 1 ? "endpoint" : "endpoints"}`}
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
