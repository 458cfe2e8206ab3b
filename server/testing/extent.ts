/** Whether `npm run test:all` runs: some tests then have more rounds and more cases. */
export const isThorough = process.env.LATCHKEY_TESTS === "all";
