import type { ReactNode } from "react";
import { failureOf } from "@/app/_trpc/failure";
import { ErrorState } from "./failure-alert";
import { LoadingRows } from "./loading";

type Props = {
  /** The query that has no data. */
  of: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** What it asks for: "the customers". */
  what: string;
  /** How many rows to expect. */
  rows?: number | undefined;
  /** In place of rows, where it will be something else. */
  loading?: ReactNode;
};

/** In place of what is not there: it is being read, or could not be. */
export function QueryStatus({ of, what, rows, loading }: Props) {
  if (!of.isError) return loading === undefined ? <LoadingRows what={what} rows={rows} /> : loading;
  return (
    <ErrorState
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
      failure={failureOf(of.error)}
      onRetry={() => void of.refetch()}
    />
  );
}
