import type { EndpointActivity, WebhookEndpoint } from "@/app/_trpc/types";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Share } from "@/app/_ui/format/money";
import { PageLink } from "@/app/_ui/layout/page-link";
import { LongText, RowHead } from "@/app/_ui/table/cells";
import { NoValue } from "@/app/_ui/table/no-value";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { deliveryTitle } from "./delivery-status";
import { endpointActions } from "./endpoint-actions";
import type { EndpointTask } from "./endpoint-dialogs";
import { EndpointStatus } from "./endpoint-status";
import { typesSummary } from "./event-types";
import type { Owner } from "./use-owner";

type Props = {
  owner: Owner;
  activity: ReadonlyMap<string, EndpointActivity>;
  onTask: (task: EndpointTask) => void;
};

/** The columns of the list of endpoints; each row links to its endpoint. */
export function endpointColumns({ owner, activity, onTask }: Props): Column<WebhookEndpoint>[] {
  return [
    {
      label: "Endpoint",
      cell: ({ id, url, description }) => (
        <RowHead note={description}>
          <PageLink href={owner.hrefOf(`/${id}`)} className={table.rowLink} title={url}>
            {url.replace(/^https:\/\//, "")}
          </PageLink>
        </RowHead>
      ),
    },
    { label: "Status", narrow: "end", cell: (endpoint) => <EndpointStatus of={endpoint} /> },
    {
      label: "Events",
      kind: "text",
      narrow: "hidden",
      cell: ({ types }) => <LongText>{typesSummary(types)}</LongText>,
    },
    {
      label: "Last 24 hours",
      narrow: "hidden",
      cell: ({ id }) => <LastDay of={activity.get(id)} />,
    },
    {
      label: "Last delivery",
      narrow: "labeled",
      cell: ({ id }) => <LastDelivery of={activity.get(id)} />,
    },
    {
      label: "Actions",
      kind: "actions",
      cell: (endpoint) => (
        <RowMenu
          of={[endpoint.url, endpoint.description].filter(Boolean).join(", ")}
          actions={endpointActions(endpoint, owner, onTask)}
        />
      ),
    },
  ];
}

/** Attempts per hour, the failed ones in red, and the share that succeeded. */
function LastDay({ of }: { of: EndpointActivity | undefined }) {
  if (!of || of.succeeded + of.failed === 0) {
    return <span className={table.none}>No deliveries</span>;
  }
  return (
    <>
      <Sparkline
        values={of.hours.map(({ succeeded, failed }) => succeeded + failed)}
        bad={of.hours.map(({ failed }) => failed)}
      />
      <span className={table.note}>
        <Share value={of.succeeded / (of.succeeded + of.failed)} /> successful
      </span>
    </>
  );
}

function LastDelivery({ of }: { of: EndpointActivity | undefined }) {
  const latest = of?.latest;
  if (!latest) return <NoValue />;
  return (
    <>
      <RelativeTime at={latest.lastAttemptAt ?? latest.createdAt} />
      <span className={table.note}>{deliveryTitle(latest)}</span>
    </>
  );
}
