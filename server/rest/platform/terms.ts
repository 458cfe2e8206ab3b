import { z } from "zod";
import { wireEncoder } from "../../core/kernel/wire";
import { findPartnerId } from "../../core/partners/queries";
import { createTerm } from "../../core/terms/mutations";
import { listTerms } from "../../core/terms/queries";
import { TERM_EXAMPLE, Term, TermCreate, TermPage, TermQuery } from "../../core/terms/schema";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { PARTNER_NOT_FOUND, PARTNER_PARAM, PARTNER_TERMINATED } from "./partner-code";

// A schema of its own, because the partners' document has no name for it.
const NewTerm = Term.extend({});

const TAG = { name: "Terms", description: "Partners' revenue shares, by month and product." };

const EXAMPLE = wireEncoder(Term)(TERM_EXAMPLE);

const listTermsOfPartner = platformEndpoint({
  id: "listTerms",
  tag: TAG,
  route: "GET /partners/{partner}/terms",
  params: PARTNER_PARAM,
  summary: "List a partner's terms",
  description:
    "Newest first. A term applies from its first month on, until a later one. The term of a product comes before the one of all products.",
  scope: "partners:read",
  query: TermQuery,
  returns: TermPage,
  names: { query: "TermQuery", returns: "TermList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [EXAMPLE], next_cursor: null, initial_percent: 20 },
  run: async ({ ctx, params, query }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    return listTerms(ctx, { partnerId, ...query });
  },
});

const createTermOfPartner = platformEndpoint({
  id: "createTerm",
  tag: TAG,
  route: "POST /partners/{partner}/terms",
  params: PARTNER_PARAM,
  summary: "Set a partner's share from a month on",
  description:
    "The month must not have begun, so that no past month changes. Terms are never edited: a later one for the same month replaces an earlier one, and the same one again changes nothing.",
  scope: "partners:write",
  body: z.strictObject({
    product: TermCreate.shape.product.describe(
      "Product code; without it, the term is of all products without a term of their own. Leading or trailing whitespace is rejected.",
    ),
    fromMonth: TermCreate.shape.fromMonth.describe(
      "First month it applies to, in UTC, such as `2026-12`",
    ),
    percent: TermCreate.shape.percent.describe("Share of the net revenue, in percent"),
  }),
  returns: NewTerm,
  names: { body: "TermCreate", returns: "Term" },
  status: 201,
  failures: { ...PARTNER_NOT_FOUND, ...PARTNER_TERMINATED },
  example: { ...Object(EXAMPLE), product: null },
  bodyExample: { from_month: "2026-12", percent: 12.5 },
  run: async ({ ctx, params, body }) => {
    const partnerId = await findPartnerId(ctx, { code: params.partner });
    return createTerm(ctx, { partnerId, ...body });
  },
});

export const PLATFORM_TERM_ENDPOINTS: readonly Endpoint[] = [
  listTermsOfPartner,
  createTermOfPartner,
];
