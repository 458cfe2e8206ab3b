import table from "./table.module.css";

/** An empty cell. Rows of two lines leave it out with its label. */
export const NoValue = () => (
  <span className={table.none} data-empty>
    —
  </span>
);
