import type { Customer } from "@/app/_trpc/types";

/** The customer's name, or its email if it has none. */
export function customerName({ name, email, status }: Customer): string {
  return status === "anonymized" ? "Anonymized customer" : (name ?? email);
}
