import { Button } from "@mantine/core";
import type { Price } from "@/app/_trpc/types";
import { Money } from "@/app/_ui/format/money";
import classes from "./price-cell.module.css";

type Props = {
  /** The price as it is now. */
  current: Price;
  mine: number;
  isRunning: boolean;
  onTheirs: () => void;
  onMine: () => void;
};

/** Somebody else has changed the price in the meantime: lets the user choose between the two. */
export function Conflict({ current, mine, isRunning, onTheirs, onMine }: Props) {
  return (
    <div role="alert" className={classes.conflict}>
      <p>
        Someone just changed this price to{" "}
        <strong>
          <Money amount={current.amount} currency={current.currency} />
        </strong>
        .
      </p>
      <div className={classes.choices}>
        <Button size="compact-xs" variant="default" onClick={onTheirs} disabled={isRunning}>
          Keep their price
        </Button>
        <Button size="compact-xs" onClick={onMine} loading={isRunning}>
          <span>
            Set <Money amount={mine} currency={current.currency} />
          </span>
        </Button>
      </div>
    </div>
  );
}
