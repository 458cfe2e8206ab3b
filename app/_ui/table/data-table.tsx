import { VisuallyHidden } from "@mantine/core";
import { ColumnMenu, useChosenColumns } from "./column-menu";
import { useSelection } from "./selection";
import { SortHeader } from "./sort-header";
import classes from "./table.module.css";
import layout from "./table-layout.module.css";
import type { Column, Sort, TableProps } from "./table-types";

/** Rows as a table; on narrow screens each row is two lines. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { id, label, rows, keyOf, markOf, sort, isSmall, footer } = props;
  const all = props.columns.filter((column) => column !== false && column !== null);
  const { columns, ...menu } = useChosenColumns(id, all);
  const selection = useSelection(props);
  return (
    <>
      <div className={classes.frame}>
        <div className={layout.room} data-small={isSmall || undefined}>
          {id !== undefined && <ColumnMenu {...menu} />}
          <table className={layout.table} aria-label={label}>
            <thead className={layout.head} data-sorts={sort !== undefined || undefined}>
              <tr>
                {selection?.head}
                {columns.map((column) => (
                  <HeadCell key={column.label} column={column} sort={sort} />
                ))}
              </tr>
            </thead>
            <tbody className={layout.body}>
              {rows.map((row) => {
                const mark = markOf?.(row);
                return (
                  <tr
                    key={keyOf(row)}
                    data-over={mark?.isOver || undefined}
                    data-old={mark?.isOld || undefined}
                  >
                    {selection?.cell(row)}
                    {columns.map((column, index) => (
                      <Cell key={column.label} column={column} row={row} isHead={index === 0} />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {footer}
      </div>
      {selection?.bar}
    </>
  );
}

function HeadCell<Row>(props: { column: Column<Row>; sort: Sort | undefined }) {
  const { column, sort } = props;
  const { label, kind } = column;
  if (sort && column.sort !== undefined) {
    return <SortHeader label={label} kind={kind} first={column.sort} sort={sort} />;
  }
  return (
    <th scope="col" data-kind={kind}>
      {kind === "actions" ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </th>
  );
}

function Cell<Row>(props: { column: Column<Row>; row: Row; isHead: boolean }) {
  const { label, cell, kind, narrow = kind === "amount" ? "labeled" : undefined } = props.column;
  if (props.isHead) {
    return (
      <th scope="row" data-kind={kind} data-narrow={narrow} data-label={label}>
        {cell(props.row)}
      </th>
    );
  }
  return (
    <td data-kind={kind} data-narrow={narrow} data-label={label}>
      {cell(props.row)}
    </td>
  );
}
