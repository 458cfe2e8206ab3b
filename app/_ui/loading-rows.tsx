import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./loading-rows.module.css";
import table from "./table.module.css";

type Props = {
  /** What is being read: "the customers". */
  what: string;
  rows?: number | undefined;
};

/** In place of a table whose rows are being read: as high as they will be. */
export function LoadingRows({ what, rows = 6 }: Props) {
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
