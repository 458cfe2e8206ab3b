/** A price list is read as a whole where it can be: margins are compared down the column. */
export const PRICES_QUERY = { limit: 100 };
