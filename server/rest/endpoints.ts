import type { Endpoint } from "./endpoint";
import { createAccount, getAccount, listAccounts } from "./endpoints/accounts";
import { getMe } from "./endpoints/me";

/** Every endpoint of the API with a key. Routes, documentation and the common tests come from this list. */
export const ENDPOINTS: readonly Endpoint[] = [getMe, listAccounts, createAccount, getAccount];
