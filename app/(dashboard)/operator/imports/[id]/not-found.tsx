import { IconFileOff } from "@tabler/icons-react";
import { Empty } from "@/app/_ui/feedback/empty";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Import" />
      <Empty
        icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
        title="There is no such import"
        description="The id is mistyped."
      >
        <TextLink href="/operator/imports">All imports</TextLink>
      </Empty>
    </>
  );
}
