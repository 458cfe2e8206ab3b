/** Endpoints about the keys that partners' integrations send. */
export const PARTNERS_KEYS = {
  name: "Partners' keys",
  description: "The keys that partners' integrations send to your own API.",
};
