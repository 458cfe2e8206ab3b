import type { Statement } from "./statement-schema";

/** The name of a statement's file: "statement-LK-1042.csv". A prefix may have slashes. */
export function statementFileName({ number }: Statement, extension: string): string {
  return `statement-${number.replaceAll("/", "-")}.${extension}`;
}
