import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { type PageEntry, pagesFor, partnerPath } from "@/app/_ui/layout/pages";
import type { Access, OfferedAction } from "@/server/core/access";
import { useTRPC } from "./client";
import type { PartnerAccess } from "./types";
import { useMe } from "./use-me";

/** The partner's code in the address; null outside of a partner's pages. */
export function useCurrentPartner(): string | null {
  return useParams<{ partner?: string }>()?.partner ?? null;
}

/** The partner's code in the address, which the procedures of a partner take as input. */
export function usePartnerCode(): string {
  const code = useCurrentPartner();
  if (code === null) throw new Error("only a partner's pages have a partner");
  return code;
}

/** Makes the address of a page of this partner: "/logs" becomes "/partners/acme/logs". */
export function usePartnerPath(): (path: string) => string {
  const code = usePartnerCode();
  return (path) => partnerPath(code, path);
}

/** The partner of this page and what may be done here. The layout has prefetched it. */
export function usePartner(): PartnerAccess {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  return useSuspenseQuery(trpc.session.access.queryOptions({ partner })).data;
}

/** Whether the page offers an action, shows it disabled because the partner is suspended, or hides it. */
export function useAccess(action: OfferedAction): Access {
  return usePartner().access[action];
}

type Navigation = { partner: string | null; isOperator: boolean; pages: readonly PageEntry[] };

/**
 * The pages to navigate between, and the code of the partner whose pages they are: null for the
 * platform's. On the account page a partner's people keep the navigation of their partner.
 */
export function useNavigation(): Navigation {
  const me = useMe();
  const partner = useCurrentPartner() ?? me.partner?.code ?? null;
  const isOperator = me.partner === null;
  return { partner, isOperator, pages: pagesFor(partner, isOperator) };
}
