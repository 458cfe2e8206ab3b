import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** In place of the figures and charts, as high as they will be. */
export function MetricsLoading() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>Reading the metrics</VisuallyHidden>
      <Skeleton height={102} radius="lg" />
      <Skeleton height={334} radius="lg" />
      <Skeleton height={334} radius="lg" />
    </Stack>
  );
}
