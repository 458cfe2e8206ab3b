import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { MetricsPage } from "./_ui/metrics-page";
import { loadView, spanBefore, spanOf } from "./_ui/range";

export const metadata = { title: "Metrics" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
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
