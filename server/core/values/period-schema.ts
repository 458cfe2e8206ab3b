import { z } from "zod";

/** A calendar month in UTC. */
export const Period = z
  .string()
  .regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/, "Must be a month, for example 2026-10.");
