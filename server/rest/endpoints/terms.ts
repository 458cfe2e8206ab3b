import { wireEncoder } from "../../core/kernel/wire";
import { listTerms } from "../../core/terms/queries";
import { TERM_EXAMPLE, Term, TermPage, TermQuery } from "../../core/terms/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Terms", description: "Your revenue share, by month and product." };

const EXAMPLE = wireEncoder(Term)(TERM_EXAMPLE);

const listTermsOfPartner = endpoint({
  id: "listTerms",
  tag: TAG,
  route: "GET /terms",
  summary: "List terms",
  description:
    "Returns the terms of your revenue share, newest first. A term applies from its first month on, until a later one. The term of a product comes before the one of all products. The platform sets terms for months that have not begun, and never changes one.",
  scope: "payouts:read",
  query: TermQuery,
  returns: TermPage,
  names: { query: "TermQuery", returns: "TermList" },
  example: { data: [EXAMPLE], next_cursor: null, initial_percent: 20 },
  run: ({ ctx, key, query }) => listTerms(ctx, { partnerId: key.partner.id, ...query }),
});

export const TERM_ENDPOINTS = [listTermsOfPartner];
