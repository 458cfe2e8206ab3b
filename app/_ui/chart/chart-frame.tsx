import { SegmentedControl, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { Key, type Series } from "./chart";
import classes from "./chart-frame.module.css";

type Props = {
  title: string;
  /** The legend; omitted when there is only one color. */
  legend: readonly Series[];
  actions?: ReactNode;
  chart: ReactNode;
  /** The same data as a table, for readers who can't use the chart. */
  table: ReactNode;
};

/** A titled chart with its data table. */
export function ChartFrame({ title, legend, actions, chart, table }: Props) {
  const id = useId();
  const [shown, setShown] = useState<"chart" | "table">("chart");
  return (
    <section aria-labelledby={id} className={classes.frame}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={id} size="h3">
            {title}
          </Title>
          {legend.length > 0 && (
            <div className={classes.legend} aria-hidden>
              {legend.map((one) => (
                <Key key={one.name} {...one} />
              ))}
            </div>
          )}
        </div>
        <div className={classes.controls}>
          {actions}
          <SegmentedControl
            size="xs"
            aria-label={`View ${title} as`}
            value={shown}
            onChange={(value) => setShown(value === "table" ? "table" : "chart")}
            data={[
              { value: "chart", label: "Chart" },
              { value: "table", label: "Table" },
            ]}
          />
        </div>
      </div>
      {shown === "table" ? table : chart}
    </section>
  );
}

type TableProps = {
  title: string;
  /** As high as its rows, not as a plot. */
  isTall?: boolean;
  /** Header of the first column, then of the others. */
  columns: readonly string[];
  rows: readonly { id: string; label: string; cells: readonly string[] }[];
};

/** A plot, with a text that says what it shows. */
export function Plot({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className={classes.plot}>
      {children}
    </div>
  );
}

export function ChartTable({ title, isTall = false, columns, rows }: TableProps) {
  return (
    <section
      className={classes.table}
      data-tall={isTall || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${title} values`}
    >
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, cells }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {cells.map((cell, column) => (
                <td key={columns[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
