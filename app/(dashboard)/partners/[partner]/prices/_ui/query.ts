/** A large page, to load the whole list if possible: users compare margins down the column. */
export const PRICES_QUERY = { limit: 100 };
