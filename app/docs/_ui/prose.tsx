import { Fragment } from "react";

/** A sentence of the catalogue, with backquoted text as code and text between two stars as bold. */
export function Prose({ text }: { text: string }) {
  const parts = text.split(/(`[^`]*`|\*\*[^*]+\*\*)/);
  return parts.map((part, index) => {
    const id = `${index} ${part}`;
    if (part.startsWith("`") && part.length > 1) return <code key={id}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={id}>{part.slice(2, -2)}</strong>;
    return <Fragment key={id}>{part}</Fragment>;
  });
}
