import { NotFoundPage } from "@/app/_ui/feedback/not-found-page";
import { IconFileOff } from "@/app/_ui/icons/icons";
import { TextLink } from "@/app/_ui/layout/text-link";

export default function NotFound() {
  return (
    <NotFoundPage title="Import" one="Import" all="imports" icon={IconFileOff}>
      <TextLink href="/operator/imports">View all imports</TextLink>
    </NotFoundPage>
  );
}
