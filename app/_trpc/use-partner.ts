import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { createContext, useContext } from "react";
import type { PageEntry } from "@/app/_ui/layout/page-entry";
import { pagesFor, partnerPath } from "@/app/_ui/layout/pages";
import type { Access, OfferedAction } from "@/server/core/registry";
import { useTRPC } from "./client";
import type { PartnerAccess } from "./types";
import { useMe } from "./use-me";

/** Whether to ignore the partner in the URL, because it is unknown. */
export const OutsidePartner = createContext(false);

/** The partner's code from the URL; null outside a partner's pages. */
export function useCurrentPartner(): string | null {
  const params = useParams<{ partner?: string }>();
  return useContext(OutsidePartner) ? null : (params?.partner ?? null);
}

/**
 * The partner's code from the URL, which partner procedures take as input. Throws if there is none.
 */
export function usePartnerCode(): string {
  const code = useCurrentPartner();
  if (code === null) throw new Error("usePartnerCode() was called outside a partner's pages");
  return code;
}

/** Returns a function that prefixes a path: "/logs" becomes "/partners/acme/logs". */
export function usePartnerPath(): (path: string) => string {
  const code = usePartnerCode();
  return (path) => partnerPath(code, path);
}

/** The partner of this page and what the user may do there. The layout prefetches it. */
export function usePartner(): PartnerAccess {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  return useSuspenseQuery(trpc.session.access.queryOptions({ partner })).data;
}

/** Whether to offer an action, disable it because the partner is suspended, or hide it. */
export function useAccess(action: OfferedAction): Access {
  return usePartner().access[action];
}

type Navigation = { partner: string | null; isOperator: boolean; pages: readonly PageEntry[] };

/**
 * The pages in the navigation and the code of their partner; null for the platform's pages. On the
 * account page, a partner's members keep the navigation of their partner.
 */
export function useNavigation(): Navigation {
  const me = useMe();
  const partner = useCurrentPartner() ?? me.partner?.code ?? null;
  const isOperator = me.partner === null;
  return { partner, isOperator, pages: pagesFor(partner, isOperator) };
}
