import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformHealth } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Share } from "@/app/_ui/format/money";
import { PageLink } from "@/app/_ui/layout/page-link";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { NoValue } from "@/app/_ui/table/no-value";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { BrokenEndpoints } from "../../_ui/broken-endpoints";
import classes from "./health.module.css";

const REFRESH_MS = 15_000;

/** Errors, 429s and response times of all processes, and the partners that they affect. */
export function Platform() {
  const trpc = useTRPC();
  const found = useQuery(
    trpc.health.platform.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  if (!found.data) return <QueryStatus of={found} what="the platform" rows={4} />;
  const { partners, processes } = found.data;
  return (
    <>
      <PlatformFigures of={found.data} />
      <BrokenEndpoints />
      <Section title="Affected partners (last 15 minutes)">
        <DataTable
          label="Affected partners"
          columns={PARTNERS}
          rows={partners}
          keyOf={({ partner }) => partner.code}
          footer={partners.length === 0 && <p className={classes.empty}>No errors and no 429s.</p>}
        />
      </Section>
      <Section title="All server processes">
        <DataTable
          label="Server processes"
          columns={PROCESSES}
          rows={processes}
          keyOf={({ id }) => id}
          footer={
            processes.length === 0 && (
              <p className={classes.empty}>No process has reported in the last 30 seconds.</p>
            )
          }
        />
      </Section>
    </>
  );
}

function PlatformFigures({ of: health }: { of: PlatformHealth }) {
  const { number, share } = useFormats();
  const { requests, failed, rateLimited, listed, serverErrors, p95Ms, brokenEndpoints } = health;
  const of = (count: number, all: number) => share(all === 0 ? 0 : count / all);
  return (
    <Figures label="All partners, last 15 minutes">
      <Figure label="API requests (last 15 min)" note="All partners and processes">
        <Count value={requests} />
      </Figure>
      <Figure
        label="Error rate (4xx/5xx)"
        note={`${number(failed)} requests, ${number(serverErrors)} with 5xx in the log`}
      >
        <Share value={requests === 0 ? 0 : failed / requests} />
      </Figure>
      <Figure label="Rate limited (429)" note={`${of(rateLimited, requests)} of all requests`}>
        <Count value={rateLimited} />
      </Figure>
      <Figure
        label="Response time (p95)"
        note={`Of ${number(listed)} ${listed === 1 ? "request" : "requests"} in the log`}
      >
        {p95Ms === null ? "—" : `${number(Math.round(p95Ms * 10) / 10)} ms`}
      </Figure>
      <Figure label="Failing webhook endpoints" note="No success for half an hour">
        <Count value={brokenEndpoints} />
      </Figure>
    </Figures>
  );
}

const PARTNERS: readonly Column<PlatformHealth["partners"][number]>[] = [
  {
    label: "Partner",
    cell: ({ partner }) => (
      <RowHead note={<code className={table.code}>{partner.code}</code>}>
        <PageLink href={partnerPath(partner.code, "/overview")} className={table.rowLink}>
          {partner.name}
        </PageLink>
      </RowHead>
    ),
  },
  { label: "Requests", kind: "amount", cell: ({ requests }) => <Count value={requests} /> },
  {
    label: "Errors",
    kind: "amount",
    narrow: "labeled",
    cell: ({ failed }) => <Count value={failed} />,
  },
  {
    label: "Rate limited",
    kind: "amount",
    narrow: "labeled",
    cell: ({ rateLimited }) => <Count value={rateLimited} />,
  },
  {
    label: "Failing endpoints",
    kind: "amount",
    narrow: "labeled",
    cell: ({ brokenEndpoints }) => <Count value={brokenEndpoints} />,
  },
];

const STANDINGS = {
  ready: { tone: "good", label: "Ready" },
  degraded: { tone: "warn", label: "Degraded" },
  unready: { tone: "bad", label: "Unavailable" },
} as const;

const MEBIBYTE = 1_048_576;

/** `worker` of a process that only sends webhooks. */
const isSender = (worker: number) => worker === 0;

const PROCESSES: readonly Column<PlatformHealth["processes"][number]>[] = [
  {
    label: "Process",
    cell: ({ host, pid, version, worker }) => (
      <RowHead
        note={`${isSender(worker) ? "Webhook sender" : "Server"}, PID ${pid}, version ${version}`}
      >
        {host}
      </RowHead>
    ),
  },
  { label: "Status", narrow: "end", cell: ({ status }) => <Status {...STANDINGS[status]} /> },
  {
    label: "Requests per minute",
    kind: "amount",
    narrow: "labeled",
    cell: ({ perMinute, worker }) => (isSender(worker) ? <NoValue /> : <Count value={perMinute} />),
  },
  {
    label: "Event loop lag (p99)",
    kind: "amount",
    narrow: "hidden",
    cell: ({ loopDelayMs }) => `${loopDelayMs.toFixed(1)} ms`,
  },
  {
    label: "Memory",
    kind: "amount",
    narrow: "labeled",
    cell: ({ memoryBytes }) => `${Math.round(memoryBytes / MEBIBYTE)} MiB`,
  },
  {
    label: "Started",
    kind: "text",
    narrow: "hidden",
    cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
  },
];
