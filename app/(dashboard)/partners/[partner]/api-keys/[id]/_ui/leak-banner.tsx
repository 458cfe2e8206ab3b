import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { toast } from "@/app/_ui/feedback/toast";
import { LeakAlert } from "@/app/(dashboard)/_keys/leak-alert";
import { LEAKED_NOTE, LEAKED_READ_ONLY_NOTE } from "@/server/core/leaks/titles";
import { isLive } from "../../_ui/live";

/** Warns about a key that was found in public, until it is revoked or somebody dismisses that. */
export function LeakBanner({ of: key }: { of: ApiKey }) {
  if (key.leakedAt === null || !isLive(key)) return null;
  return <OpenLeak keyId={key.id} />;
}

function OpenLeak({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { partner: of } = usePartner();
  const access = useAccess("key.leak_dismissed");
  const refresh = useRefresh("keys", "usage");
  const { data: places = [] } = useQuery(trpc.leaks.list.queryOptions({ partner, keyId }));
  const action = useAction(
    trpc.leaks.dismiss.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast({ title: "Leak dismissed", message: "The key stays active." });
      },
    }),
  );
  return (
    <LeakAlert
      title="This key was leaked"
      note={of.status === "active" ? LEAKED_NOTE : LEAKED_READ_ONLY_NOTE}
      places={places}
      dismiss={access === "hidden" ? null : action}
      onDismiss={() => action.run({ partner, keyId })}
    />
  );
}
