import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** Loading state of the figures and charts, with the same height. */
export function MetricsLoading() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>Loading the metrics</VisuallyHidden>
      <Skeleton height={102} radius="lg" />
      <Skeleton height={334} radius="lg" />
      <Skeleton height={334} radius="lg" />
    </Stack>
  );
}
