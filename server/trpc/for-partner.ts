import { Id } from "../core/text";

/** Whose things are meant. Operators must say; a partner's people may leave it out. */
export const ForPartner = { partnerId: Id.optional() };
