import { PageQuery } from "../../core/kernel/paging";
import { KEY_ISSUED, KEY_ROTATED } from "../../core/keys/actions";
import { renameKey, setKeyExpiry, setKeyNetworks, setKeyScopes } from "../../core/keys/edit";
import { issueKey, revokeKey, rotateKey, setKeyLimit } from "../../core/keys/mutations";
import { listKeyHistory } from "../../core/keys/queries";
import {
  KeyExpiry,
  KeyId,
  KeyIssue,
  KeyLimit,
  KeyNetworks,
  KeyRename,
  KeyRevoke,
  KeyScopes,
} from "../../core/keys/schema";
import {
  countKeys,
  getListedKey,
  KeyFilter,
  KeyQuery,
  KeySearch,
  listKeys,
  searchKeys,
} from "../../core/keys/search";
import { calls, callsWithPartner } from "../calls";
import { partnerProcedure, router, withIdempotencyKey, withSeen } from "../init";
import { onceOnly } from "../once";
import { FORWARD, onward } from "../paging";

export const keysRouter = router({
  /** The newest keys, or those that a search finds, for menus. */
  list: partnerProcedure
    .input(KeyQuery.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listKeys)),

  page: partnerProcedure
    .input(KeySearch.extend(FORWARD).transform(onward))
    .query(callsWithPartner(searchKeys)),

  /** The number of keys that match, and of those that are active. */
  counts: partnerProcedure
    .input(KeyFilter.omit({ state: true }))
    .query(callsWithPartner(countKeys)),

  get: partnerProcedure.input(KeyId).query(calls(getListedKey)),

  /** The actions on the key, and their actors. */
  history: partnerProcedure
    .input(KeyId.extend({ ...PageQuery, ...FORWARD }).transform(onward))
    .query(calls(listKeyHistory)),

  /** Returns the plaintext, which is shown only once. */
  issue: partnerProcedure
    .concat(withIdempotencyKey)
    .input(KeyIssue)
    .mutation(onceOnly(KEY_ISSUED, callsWithPartner(issueKey))),

  rename: partnerProcedure
    .concat(withSeen("label"))
    .input(KeyRename)
    .mutation(({ ctx, input }) => renameKey(ctx.call, ctx.expecting(input))),

  setExpiry: partnerProcedure
    .concat(withSeen("expiresAt"))
    .input(KeyExpiry)
    .mutation(({ ctx, input }) => setKeyExpiry(ctx.call, ctx.expecting(input))),

  setScopes: partnerProcedure
    .concat(withSeen("scopes"))
    .input(KeyScopes)
    .mutation(({ ctx, input }) => setKeyScopes(ctx.call, ctx.expecting(input))),

  setNetworks: partnerProcedure
    .concat(withSeen("allowedNetworks"))
    .input(KeyNetworks)
    .mutation(({ ctx, input }) => setKeyNetworks(ctx.call, ctx.expecting(input))),

  rotate: partnerProcedure
    .concat(withIdempotencyKey)
    .input(KeyId)
    .mutation(onceOnly(KEY_ROTATED, calls(rotateKey))),

  /** For the partner's people and operators. */
  revoke: partnerProcedure.input(KeyRevoke).mutation(calls(revokeKey)),

  /** For operators. A limit that was seen is the key's own, or null. */
  setLimit: partnerProcedure
    .concat(withSeen("perMinute"))
    .input(KeyLimit)
    .mutation(({ ctx, input }) => setKeyLimit(ctx.call, ctx.expecting(input))),
});
