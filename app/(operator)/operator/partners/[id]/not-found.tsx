import { IconBuildingStore } from "@tabler/icons-react";
import { Empty } from "@/app/_ui/feedback/empty";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Partner" />
      <Empty
        icon={<IconBuildingStore size={28} stroke={1.5} aria-hidden />}
        title="There is no such partner"
        description="The id is mistyped."
      >
        <TextLink href="/operator">All partners</TextLink>
      </Empty>
    </>
  );
}
