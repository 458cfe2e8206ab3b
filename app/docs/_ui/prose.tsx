import { Fragment } from "react";

/** A sentence of the catalogue, with backquoted text as code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`").map((part, index) => ({
    id: `${index} ${part}`,
    part,
    isCode: index % 2 === 1,
  }));
  return parts.map(({ id, part, isCode }) =>
    isCode ? <code key={id}>{part}</code> : <Fragment key={id}>{part}</Fragment>,
  );
}
