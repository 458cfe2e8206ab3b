import { Skeleton, VisuallyHidden } from "@mantine/core";
import { PageHeader } from "@/app/_ui/layout/page-header";
import table from "@/app/_ui/table/table.module.css";
import classes from "./loading.module.css";

type Props = { title: string; what: string; rows?: number };

/** Loading state of a page with a list. */
export function LoadingPage({ title, ...list }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <LoadingRows {...list} />
    </>
  );
}

type RowsProps = {
  /** The data being loaded: "the customers". */
  what: string;
  rows?: number | undefined;
};

/** Loading state of a table, with the height of its rows. */
export function LoadingRows({ what, rows = 6 }: RowsProps) {
  return (
    <div className={table.frame} role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <div className={classes.head} />
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} width="22%" radius="xl" />
          <Skeleton height={12} width="14%" radius="xl" />
          <Skeleton height={12} width="30%" radius="xl" />
        </div>
      ))}
    </div>
  );
}
