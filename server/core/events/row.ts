import { Prisma } from "../../../prisma/client/client";
import { selectAll } from "../kernel/columns";

/** The columns of an `EventRow`. */
export const EVENT_COLUMNS = selectAll("events", Prisma.EventScalarFieldEnum);
