import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

const ROWS = ["first", "second", "third", "fourth"];

export function KeysLoading() {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>Reading the keys</VisuallyHidden>
      <Skeleton height={34} radius="md" />
      {ROWS.map((row) => (
        <Skeleton key={row} height={60} radius="md" />
      ))}
    </Stack>
  );
}
