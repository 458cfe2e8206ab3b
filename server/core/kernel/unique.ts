import { fail } from "./errors";

/**
 * A catch handler that turns the violation of a unique constraint into `conflict` with
 * `details.field` and rethrows other errors. The constraint decides which write was first, not a
 * prior read.
 */
export function conflictOn(field: string, message: string): (error: unknown) => never {
  return (error) => {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    // P2002: Prisma's name for SQLSTATE 23505.
    if (code === "P2002") fail("conflict", { message, details: { field } });
    throw error;
  };
}
