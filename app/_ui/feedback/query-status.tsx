import type { ReactNode } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { ErrorState } from "./failure-alert";
import { LoadingRows } from "./loading";

type Props = {
  /** The query without data. */
  of: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** The data it loads: "the customers". */
  what: string;
  rows?: number | undefined;
  /** Replaces the placeholder rows. */
  loading?: ReactNode;
};

/** Loading or error state for a query without data. */
export function QueryStatus({ of, what, rows, loading }: Props) {
  if (!of.isError) return loading === undefined ? <LoadingRows what={what} rows={rows} /> : loading;
  return (
    <ErrorState
      title={`Couldn't load ${what}`}
      failure={failureOf(of.error)}
      onRetry={() => void of.refetch()}
    />
  );
}
