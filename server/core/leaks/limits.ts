/** So many places of a key are written down while nobody has dealt with them; more tell nothing new. */
export const MAX_OPEN_LEAKS = 20;
