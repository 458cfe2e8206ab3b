import { z } from "zod";

/** Whose things are meant. Operators must say; a partner's people may leave it out. */
export const ForPartner = { partnerId: z.string().max(40).optional() };
