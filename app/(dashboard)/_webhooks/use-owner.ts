import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { useCurrentPartner } from "@/app/_trpc/use-partner";
import { partnerPath } from "@/app/_ui/layout/pages";
import type { Access } from "@/server/core/registry";

/** The owner of a page's webhook endpoints: the partner in the URL, or the platform. */
export type Owner = {
  /** The partner's code, which the procedures take as input; null for the platform. */
  partner: string | null;
  /** Whether to offer what changes endpoints, what disables them, and what deletes them. */
  manage: Access;
  disable: Access;
  remove: Access;
  /** Whether the partnership is over, so that nobody adds endpoints any more. */
  isTerminated: boolean;
  isSuspended: boolean;
  /** The URL of an endpoint's page, or of the list. */
  hrefOf(path?: string): string;
};

export function useOwner(): Owner {
  const partner = useCurrentPartner();
  const trpc = useTRPC();
  // The layout of a partner's pages prefetches it.
  const { data } = useQuery(
    trpc.session.access.queryOptions(partner === null ? skipToken : { partner }),
  );
  const of = (verb: "created" | "disabled" | "deleted"): Access =>
    partner === null ? "allowed" : (data?.access[`webhook_endpoint.${verb}`] ?? "hidden");
  return {
    partner,
    manage: of("created"),
    disable: of("disabled"),
    remove: of("deleted"),
    isSuspended: data?.partner.status === "suspended",
    isTerminated: data !== undefined && data.terminatedAt !== null,
    hrefOf: (path = "") =>
      partner === null ? `/operator/webhooks${path}` : partnerPath(partner, `/webhooks${path}`),
  };
}
