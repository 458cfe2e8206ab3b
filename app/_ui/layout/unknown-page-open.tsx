import { usePathname } from "next/navigation";
import { useMe } from "@/app/_trpc/use-me";
import { OutsidePartner } from "@/app/_trpc/use-partner";
import { PageNotFound } from "@/app/_ui/feedback/page-not-found";
import { Shell } from "./shell";

/**
 * The whole page of an unknown partner, and of the operators' console for others. It names the user,
 * whose link may be for another account. Its shell ignores the partner in the URL.
 */
export function OpenUnknownPage() {
  const { email } = useMe().user;
  const isConsole = usePathname().startsWith("/operator");
  return (
    <OutsidePartner value={true}>
      <Shell>
        <PageNotFound
          email={email}
          {...(isConsole && { title: "This page is for the platform team" })}
        />
      </Shell>
    </OutsidePartner>
  );
}
