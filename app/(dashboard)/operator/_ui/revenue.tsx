import { Money } from "@/app/_ui/format/money";
import { NoValue } from "@/app/_ui/table/no-value";
import table from "@/app/_ui/table/table.module.css";

type Props = { of: readonly { currency: string; amount: number }[] };

/** Sums in the first two currencies, and how many there are besides. */
export function Revenue({ of }: Props) {
  const [first, second, ...others] = of;
  if (!first) return <NoValue />;
  return (
    <>
      <Money amount={first.amount} currency={first.currency} />
      {second && (
        <span className={`${table.note} ${table.another}`}>
          <Money amount={second.amount} currency={second.currency} />
          {others.length > 0 && ` and ${others.length} more`}
        </span>
      )}
    </>
  );
}
