import type { Statement } from "@/app/_trpc/types";
import { Amount, Money, Percentage } from "@/app/_ui/format/money";
import { ALL_PRODUCTS, KINDS, sumsOf } from "@/server/core/transfers/statement-titles";
import { Month } from "../../../../payouts/_ui/columns";
import classes from "./statement.module.css";

type Line = Statement["lines"][number];
/** The lines of a month within a section. */
type Group = { kind: Line["kind"]; period: string; lines: Line[] };

/** The lines of a statement, by month. */
export function Lines({ of: { currency, lines } }: { of: Statement }) {
  return (
    <table className={classes.lines} aria-label="Lines">
      <thead>
        <tr>
          <th scope="col">Product (amounts in {currency})</th>
          <th scope="col" data-wide>
            Charges
          </th>
          <th scope="col" data-wide>
            Refunds
          </th>
          <th scope="col" data-wide>
            Net revenue
          </th>
          <th scope="col" data-wide>
            Share
          </th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      {groupsOf(lines).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never change.
        <tbody key={index}>
          <tr className={classes.month}>
            <th scope="rowgroup" colSpan={6}>
              <Month period={group.period} />
              {KINDS[group.kind] && `, ${KINDS[group.kind]}`}
            </th>
          </tr>
          {group.lines.map((line) => (
            <Row key={`${line.payoutId} ${line.product?.code}`} of={line} currency={currency} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

export function Sums({ of: statement }: { of: Statement }) {
  const { currency, total, totalInWords } = statement;
  return (
    <table className={classes.sums} aria-label="Total">
      <tbody>
        {sumsOf(statement).map(({ label, sum }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <Money amount={sum} currency={currency} />
            </td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">Total</th>
          <td>
            <Money amount={total} currency={currency} />
          </td>
        </tr>
        <tr className={classes.words}>
          <td colSpan={2}>{totalInWords}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Row({ of: line, currency }: { of: Line; currency: string }) {
  const { product, percent, charges, refunded, net, share } = line;
  const shown = (amount: number | null) =>
    amount === null ? "—" : <Amount amount={amount} currency={currency} />;
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{product?.name ?? ALL_PRODUCTS}</span>
        <span className={classes.narrow}>
          {shown(net)}
          {percent !== null && (
            <>
              {" × "}
              <Percentage value={percent} />
            </>
          )}
        </span>
      </th>
      <td data-wide>{shown(charges)}</td>
      <td data-wide>{shown(refunded)}</td>
      <td data-wide>{shown(net)}</td>
      <td data-wide>{percent === null ? "—" : <Percentage value={percent} />}</td>
      <td>{shown(share)}</td>
    </tr>
  );
}

function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const { kind, period } = line;
    const last = groups.at(-1);
    if (last?.kind === kind && last.period === period) last.lines.push(line);
    else groups.push({ kind, period, lines: [line] });
  }
  return groups;
}
