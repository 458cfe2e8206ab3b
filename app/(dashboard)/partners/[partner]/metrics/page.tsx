import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { MetricsPage } from "./_ui/metrics-page";
import { loadView, spanBefore, spanOf } from "./_ui/range";

export const metadata: Metadata = { title: "Metrics" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const view = await loadView(searchParams);
  const span = spanOf(view, Date.now());
  const spans = view.compare ? [span, spanBefore(span)] : [span];
  return hydrated(
    spans.flatMap((one) => [
      trpcOnServer.metrics.get.queryOptions({ partner, ...one }),
      trpcOnServer.metrics.byProduct.queryOptions({ partner, from: one.from, to: one.to }),
    ]),
    <MetricsPage />,
  );
}
