import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { PeakCharts } from "@/app/_ui/chart/peak-charts";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow, useZone } from "@/app/_ui/format/use-now";
import { barsOf, seriesQuery } from "../[id]/_ui/range";
import { SevenDaysSkeleton } from "./seven-days-skeleton";

type Props = {
  partner: string;
  keyId: string;
  /** The key's limit at that time, in requests per minute. */
  limit: number;
  /** When the limit was requested; null: now. */
  until: string | null;
};

/** The charts of SevenDays. */
export function SevenDaysCharts({ partner, keyId, limit, until }: Props) {
  const trpc = useTRPC();
  const formats = useFormats();
  const nowMs = useNow();
  const zone = useZone();
  const untilMs = until === null ? nowMs : Date.parse(until);
  const query = { partner, ...seriesQuery(keyId, "7d", untilMs) };
  const series = useQuery(trpc.usage.series.queryOptions(query));
  if (!series.data) {
    return <QueryStatus of={series} what="the usage" loading={<SevenDaysSkeleton />} />;
  }
  const points = barsOf(series.data.points, { range: "7d", formats, zone, nowMs });
  return (
    <div>
      <PeakCharts points={points} limit={limit} />
    </div>
  );
}
