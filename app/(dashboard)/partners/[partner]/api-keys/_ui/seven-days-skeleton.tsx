import { Skeleton } from "@mantine/core";

/** Stands for the charts of SevenDays: as high as they are, so that what follows does not move. */
export const SevenDaysSkeleton = () => <Skeleton height={353} radius="lg" />;
