import { z } from "zod";
import { listDefinedScopes } from "../../core/scopes/holders";
import { removeScope, saveScope } from "../../core/scopes/mutations";
import { ScopeDescription, ScopeRemove } from "../../core/scopes/schema";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";

const TAG = {
  name: "Scopes",
  description: "The scopes of your own API, which partners give to their keys.",
};

const CompanyScope = z.object({
  name: z.string().describe("The scope's name"),
  description: z.string().describe("What it grants, for partners"),
});

const ListedScope = CompanyScope.extend({
  keys: z.int().describe("Active keys that have it"),
  partners: z.int().describe("Partners with such a key"),
  createdAt: Timestamp.describe("When it was defined"),
  isBeingRemoved: z
    .boolean()
    .describe("Whether its removal was interrupted. Remove it again to finish it"),
});

const ScopeList = z.object({
  data: z.array(ListedScope).describe("All scopes, by name; at most 200"),
});

const RemovedScope = z.object({
  name: z.string().describe("The scope's name"),
  keys: z.int().describe("Active keys that lost it"),
  partners: z.int().describe("Partners with such a key"),
});

const NAME = { name: "The scope's name, such as `orders:read`" };
const EXAMPLE = { name: "orders:read", description: "View orders" };

const listScopes = platformEndpoint({
  id: "listScopes",
  tag: TAG,
  route: "GET /scopes",
  summary: "List the scopes of your API",
  scope: "scopes:read",
  etag: false,
  returns: ScopeList,
  names: { returns: "ScopeList" },
  example: {
    data: [
      {
        ...EXAMPLE,
        keys: 12,
        partners: 3,
        created_at: "2026-11-26T09:30:00.000Z",
        is_being_removed: false,
      },
    ],
  },
  run: async ({ ctx }) => ({ data: await listDefinedScopes(ctx) }),
});

const putScope = platformEndpoint({
  id: "setScope",
  tag: TAG,
  route: "PUT /scopes/{name}",
  params: NAME,
  summary: "Define a scope",
  description:
    "Defines a scope, or changes the description of one that exists. Partners can then give it to their keys. The description is public.",
  scope: "scopes:write",
  body: z.strictObject({
    description: ScopeDescription.describe(
      "What the scope grants, in 1 to 200 characters. Leading and trailing whitespace is removed.",
    ),
  }),
  returns: CompanyScope,
  names: { body: "ScopeSet", returns: "Scope" },
  failures: {
    conflict: {
      error: "You've reached the limit of 200 scopes. Remove one first.",
      details: { limit: 200 },
    },
  },
  example: EXAMPLE,
  bodyExample: { description: EXAMPLE.description },
  run: ({ ctx, params, body }) => saveScope(ctx, { name: params.name, ...body }),
});

const deleteScope = platformEndpoint({
  id: "removeScope",
  tag: TAG,
  route: "DELETE /scopes/{name}",
  params: NAME,
  summary: "Remove a scope",
  description:
    "Removes a scope, also from all keys that have it, before the response. `keys` is the number of active keys that lose it, from the list: if it has changed meanwhile, nothing is removed, and the error `conflict` has the number in `details.keys`.",
  scope: "scopes:write",
  write: false,
  query: z.strictObject({
    keys: z
      .preprocess(
        (text) => (/^\d{1,9}$/.test(String(text)) ? Number(text) : text),
        ScopeRemove.shape.keys,
      )
      .describe("The number of active keys that lose it. Default: 0"),
  }),
  returns: RemovedScope,
  names: { query: "ScopeRemove", returns: "RemovedScope" },
  failures: {
    not_found: { error: "Scope not found." },
    conflict: {
      error:
        "Removing orders:read must be confirmed with the number of keys: 12 active keys of 3 partners would lose it.",
      details: { field: "keys", keys: 12, partners: 3 },
    },
  },
  example: { name: "orders:read", keys: 12, partners: 3 },
  run: ({ ctx, params, query }) => removeScope(ctx, { name: params.name, ...query }),
});

export const PLATFORM_SCOPE_ENDPOINTS: readonly Endpoint[] = [listScopes, putScope, deleteScope];
