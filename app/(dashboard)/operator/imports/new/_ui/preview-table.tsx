import { Text } from "@mantine/core";
import { Status } from "@/app/_ui/feedback/status";
import { Count } from "@/app/_ui/format/money";
import type { CheckedFile } from "../../_ui/upload/check-file";
import classes from "./preview-table.module.css";

const SHOWN = 20;

type Props = { checked: CheckedFile; rejected: readonly { line: number; reason: string }[] };

/** The first rows of a file as they are in it, with the reasons why some would be rejected. */
export function PreviewTable({ checked: { sample, columns, firstUnreadable }, rejected }: Props) {
  const reasons = new Map([...firstUnreadable, ...rejected].map((one) => [one.line, one.reason]));
  const last = sample.at(-1)?.line ?? Number.POSITIVE_INFINITY;
  const rows = [
    ...sample,
    ...firstUnreadable.filter(({ line }) => line < last).map(({ line }) => ({ line, record: {} })),
  ].sort((a, b) => a.line - b.line);
  const bad = rows.filter(({ line }) => reasons.has(line));
  // The errors are what people look for, so they come first if they are not among the first rows.
  const shown = [...new Set([...rows.slice(0, SHOWN), ...bad.slice(0, SHOWN)])];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={classes.frame} aria-label="First rows" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.head}>
                Line
              </th>
              <th scope="col" className={classes.head}>
                Status
              </th>
              {columns.map((name) => (
                <th scope="col" className={classes.head} key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, record }) => (
              <tr key={line} className={classes.row}>
                <th scope="row" className={classes.line}>
                  <Count value={line} />
                </th>
                <td className={classes.cell}>
                  {reasons.has(line) ? (
                    <>
                      <Status tone="bad" label="Error" />
                      <span className={classes.reason}>{reasons.get(line)}</span>
                    </>
                  ) : (
                    <Status tone="good" label="OK" />
                  )}
                </td>
                {columns.map((name) => (
                  <td key={name} className={classes.cell}>
                    {cellOf(record, name)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && (
        <Text size="xs" c="dimmed">
          Showing {shown.length} of the first {rows.length} rows.
        </Text>
      )}
    </>
  );
}

const METADATA = "metadata.";
const MAX_CELL = 80;

function cellOf(record: unknown, name: string): string {
  const fields = Object(record) as Record<string, unknown>;
  const value = name.startsWith(METADATA)
    ? (Object(fields.metadata) as Record<string, unknown>)[name.slice(METADATA.length)]
    : fields[name];
  if (value === undefined || value === null) return "—";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
