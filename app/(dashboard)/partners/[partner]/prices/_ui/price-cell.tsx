import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useRef, useState } from "react";
import type { Price } from "@/app/_trpc/types";
import { WriteButton } from "@/app/_ui/form/write-button";
import { Money } from "@/app/_ui/format/money";
import { IconPencil } from "@/app/_ui/icons/icons";
import table from "@/app/_ui/table/table.module.css";
import type { Access } from "@/server/core/registry";
import classes from "./price-cell.module.css";
import { PriceForm } from "./price-form";

/** The partner's price of a product, editable in place. */
export function PriceCell({ price, access }: { price: Price; access: Access }) {
  // The price that the user saw; only that version may be replaced.
  const [seen, setSeen] = useState<Price | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setSeen(null);
    // The button is mounted with the next render.
    setTimeout(() => button.current?.focus());
  }

  if (seen) return <PriceForm price={seen} onDone={close} />;
  const amount = (
    <>
      <Money amount={price.amount} currency={price.currency} />
      {price.isDefault && <span className={table.note}>Default</span>}
    </>
  );
  const pencil = <IconPencil size={14} stroke={1.6} aria-hidden className={classes.pencil} />;
  if (access === "hidden" || price.archivedAt !== null) return amount;
  if (access === "suspended") {
    return (
      <div className={classes.closed}>
        <WriteButton
          access="suspended"
          size="compact-xs"
          variant="transparent"
          aria-label={`Edit ${price.name}`}
        >
          {pencil}
        </WriteButton>
        <div className={classes.amount}>{amount}</div>
      </div>
    );
  }
  return (
    <UnstyledButton ref={button} className={classes.value} onClick={() => setSeen(price)}>
      <VisuallyHidden>Edit the price of {price.name}: </VisuallyHidden>
      {pencil}
      <span className={classes.amount}>{amount}</span>
    </UnstyledButton>
  );
}
