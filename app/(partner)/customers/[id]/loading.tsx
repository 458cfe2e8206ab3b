import { Skeleton } from "@mantine/core";
import { BackLink } from "@/app/_ui/back-link";
import { LoadingRows } from "@/app/_ui/loading-rows";

export default function Loading() {
  return (
    <>
      <BackLink href="/customers" label="Customers" />
      <Skeleton height={28} width={240} radius="md" mb={56} />
      <LoadingRows what="the customer" />
    </>
  );
}
