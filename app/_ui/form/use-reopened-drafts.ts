import { useEffect } from "react";
import { KEPT_DRAFTS } from "@/app/_trpc/drafts";
import { useMe } from "@/app/_trpc/use-me";

/** Opens the dialogs again that were open before the page was left, with what was typed. */
export function useReopenedDrafts(): void {
  const person = useMe().user.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is loaded.
  useEffect(() => {
    if (sessionStorage.getItem(KEPT_DRAFTS) === null) return;
    void import("./kept-drafts").then(({ reopen }) => reopen(person));
  }, []);
}
