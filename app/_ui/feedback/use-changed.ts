import { type RouterName, useRefresh } from "@/app/_trpc/use-refresh";
import { toast } from "./toast";

export const IMMEDIATELY = "Takes effect immediately.";

/** Returns a function to call after a change: refetches the routers' data, and shows a toast. */
export function useChanged(onDone: () => void, ...routers: RouterName[]) {
  const refresh = useRefresh(...routers);
  return async (title: string, message: string) => {
    await refresh();
    toast({ title, message });
    onDone();
  };
}
