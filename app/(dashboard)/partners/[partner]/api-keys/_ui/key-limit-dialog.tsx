import type { ApiKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { LimitDialog } from "./limit-dialog";
import { SetLimitDialog } from "./set-limit-dialog";

type Props = { subject: ApiKey | null; onClose: () => void };

/** Operators set a limit; a partner's members request a higher one. */
export function KeyLimitDialog(props: Props) {
  const isOperator = useAccess("key.limit_set") !== "hidden";
  return isOperator ? <SetLimitDialog {...props} /> : <LimitDialog {...props} />;
}
