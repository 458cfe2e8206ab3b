import { fail } from "./errors";

/**
 * A catch handler that turns the violation of a unique constraint into `conflict` with `details.field`,
 * and lets every other error pass. PostgreSQL, not a look before the write, decides who was first.
 */
export function conflictOn(field: string, message: string): (error: unknown) => never {
  return (error) => {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    // P2002: Prisma's name for SQLSTATE 23505.
    if (code === "P2002") fail("conflict", { message, details: { field } });
    throw error;
  };
}
