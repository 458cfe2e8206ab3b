import { Skeleton } from "@mantine/core";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { PartnerBackLink } from "@/app/_ui/layout/partner-link";

export default function Loading() {
  return (
    <>
      <PartnerBackLink path="/transfers" label="Transfers" />
      <Skeleton height={28} width={240} radius="md" mb={56} />
      <LoadingRows what="the statement" />
    </>
  );
}
