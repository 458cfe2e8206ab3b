import { Skeleton } from "@mantine/core";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { BackLink } from "@/app/_ui/layout/page-header";

export default function Loading() {
  return (
    <>
      <BackLink href="/customers" label="Customers" />
      <Skeleton height={28} width={240} radius="md" mb={56} />
      <LoadingRows what="the customer" />
    </>
  );
}
