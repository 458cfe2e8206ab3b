import { SegmentedControl, Skeleton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { UsageCard } from "@/app/_ui/chart/usage-card";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow, useZone } from "@/app/_ui/format/use-now";
import { barsOf, RANGE_CHOICES, type Range, seriesQuery } from "./range";

const REFRESH_MS = 20_000;

type Props = { of: ApiKey; range: Range; onRange: (range: Range) => void };

/** Charts the key's responses over time. */
export function Usage({ of: key, range, onRange }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const formats = useFormats();
  const nowMs = useNow();
  const zone = useZone();
  const series = useQuery(
    trpc.usage.series.queryOptions(
      { partner, ...seriesQuery(key.id, range, nowMs) },
      {
        placeholderData: keepPreviousData,
        refetchInterval: REFRESH_MS,
      },
    ),
  );
  if (!series.data) {
    const loading = <Skeleton height={300} radius="lg" />;
    return <QueryStatus of={series} what="the usage" loading={loading} />;
  }
  return (
    <UsageCard
      title="Requests"
      points={barsOf(series.data.points, { range, formats, zone, nowMs })}
      perMinuteLimit={key.perMinute}
      isByMinute={series.data.interval === "minute"}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Range"
          value={range}
          onChange={(value) => onRange(value as Range)}
          data={RANGE_CHOICES}
        />
      }
    />
  );
}
