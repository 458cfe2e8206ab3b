import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";

/** Marks notifications as read, and refreshes the count and the lists. */
export function useMarkRead() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: trpc.notifications.pathKey() });
  const some = useMutation(trpc.notifications.markRead.mutationOptions({ onSuccess: refresh }));
  const all = useMutation(trpc.notifications.markAllRead.mutationOptions({ onSuccess: refresh }));
  return {
    markRead: (id: string) => some.mutate({ ids: [id] }),
    markAllRead: () => all.mutate(),
    isMarkingAll: all.isPending,
  };
}
