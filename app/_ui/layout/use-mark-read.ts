import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { useRefresh } from "@/app/_trpc/use-refresh";

/** Marks notifications as read, and refreshes the count and the lists. */
export function useMarkRead() {
  const trpc = useTRPC();
  const refresh = useRefresh("notifications");
  const some = useMutation(trpc.notifications.markRead.mutationOptions({ onSuccess: refresh }));
  const all = useMutation(trpc.notifications.markAllRead.mutationOptions({ onSuccess: refresh }));
  return {
    markRead: (id: string) => some.mutate({ ids: [id] }),
    markAllRead: () => all.mutate(),
    isMarkingAll: all.isPending,
  };
}
