import { Skeleton, VisuallyHidden } from "@mantine/core";
import { PageHeader } from "@/app/_ui/layout/page-header";
import table from "@/app/_ui/table/table.module.css";
import classes from "./loading.module.css";

type Props = { title: string; what: string; rows?: number };

/** In place of a page whose list is being read. */
export function LoadingPage({ title, ...list }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <LoadingRows {...list} />
    </>
  );
}

type RowsProps = {
  /** What is being read: "the customers". */
  what: string;
  rows?: number | undefined;
};

/** In place of a table whose rows are being read: as high as they will be. */
export function LoadingRows({ what, rows = 6 }: RowsProps) {
  return (
    <div className={table.frame} role="status">
      <VisuallyHidden>Reading {what}</VisuallyHidden>
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
