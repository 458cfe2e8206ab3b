import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { PageHeader } from "@/app/_ui/layout/page-header";

export default function Loading() {
  return (
    <>
      <PageHeader title="Overview" />
      <Stack gap="lg" role="status">
        <VisuallyHidden>Loading the overview</VisuallyHidden>
        <Skeleton height={60} radius="lg" />
        <Skeleton height={104} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </Stack>
    </>
  );
}
