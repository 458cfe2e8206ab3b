"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey, KeyUsage } from "@/app/_trpc/types";
import { usePartnerCode, usePartnerPath } from "@/app/_trpc/use-partner";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { perMinute } from "@/app/_ui/format/formats";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerBackLink } from "@/app/_ui/layout/partner-link";
import { Columns } from "@/app/_ui/layout/section";
import { KeyCode } from "@/app/_ui/table/cells";
import { burstOf } from "@/server/core/keys/limits";
import { logHref } from "../../../logs/_ui/filter";
import { RequestDrawer } from "../../../logs/_ui/request-drawer";
import { RequestFigures } from "../../_ui/request-figures";
import { Details } from "./details";
import { History } from "./history";
import { KeyActions } from "./key-actions";
import { LeakBanner } from "./leak-banner";
import { VIEW } from "./range";
import { RecentRequests } from "./recent-requests";
import { Rotation } from "./rotation";
import { Scopes } from "./scopes";
import { Usage } from "./usage";

const REFRESH_MS = 15_000;

export function KeyPage({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(
    trpc.keys.get.queryOptions({ partner, keyId }, { refetchInterval: REFRESH_MS }),
  );
  const summary = useQuery(
    trpc.usage.summary.queryOptions({ partner }, { refetchInterval: REFRESH_MS }),
  );
  const [view, setView] = useQueryStates(VIEW);
  if (!found.data) return <QueryStatus of={found} what="the key" rows={8} />;
  const key = found.data;
  const usage = summary.data?.keys.find((one) => one.keyId === keyId);
  const look = (request: string | null) => void setView({ request }, { history: "push" });
  return (
    <>
      <PartnerBackLink path="/api-keys" label="API keys" />
      <PageHeader
        title={key.label}
        description={<KeyCode of={key} />}
        actions={<KeyActions of={key} />}
      />
      <LeakBanner of={key} />
      <Rotation of={key} usage={summary.data?.keys ?? []} />
      <KeyFigures of={key} usage={usage} from={summary.data?.from} />
      <Columns>
        <Usage of={key} range={view.range} onRange={(range) => void setView({ range })} />
        <Details of={key} />
      </Columns>
      <RecentRequests keyId={keyId} onLook={look} />
      <Columns>
        <div>
          <History keyId={keyId} />
        </div>
        <div>
          <Scopes of={key} unused={usage?.unusedScopes ?? []} />
        </div>
      </Columns>
      <RequestDrawer requestId={view.request} onClose={() => look(null)} />
    </>
  );
}

type FiguresProps = { of: ApiKey; usage: KeyUsage | undefined; from: string | undefined };

function KeyFigures({ of: key, usage, from }: FiguresProps) {
  const { number } = useFormats();
  const pathOf = usePartnerPath();
  const log = (status?: string) =>
    pathOf(logHref({ key: key.id, ...(status && { status }), ...(from && { from }) }));
  return (
    <Figures label="The last 24 hours">
      <RequestFigures of={usage} hrefOf={log} />
      <Figure
        label="Rate limit"
        note={`Bursts of ${number(burstOf(key.perMinute))}, ${key.hasOwnLimit ? "custom" : "default"}`}
      >
        {perMinute(key.perMinute)}
      </Figure>
      <Figure label="Last used" note={key.lastUsedAddress && `from ${key.lastUsedAddress}`}>
        {key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} /> : "Never"}
      </Figure>
    </Figures>
  );
}
