import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { createTerm } from "../../core/terms/mutations";
import { listTerms } from "../../core/terms/queries";
import { Term, TermCreate } from "../../core/terms/schema";
import { command } from "../command";
import { PARTNER, Percentage } from "../fields";
import { table } from "../table";

const list = command({
  name: "term list",
  summary: "list the terms of a partner's revenue share, newest first",
  options: { partner: PARTNER },
  example: "latchkey term list --partner acme",
  output: z.object({ initialPercent: z.number(), terms: z.array(Term) }),
  run: async (call, { partner }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    const { initialPercent } = await listTerms(call, { partnerId, limit: 1 });
    const terms = await wholeList((page) => listTerms(call, { partnerId, ...page }));
    return { initialPercent, terms };
  },
  render: ({ initialPercent, terms }) =>
    terms.length === 0
      ? `No terms: ${initialPercent}% of all products.`
      : [
          table(terms, [
            { title: "FROM", cell: ({ fromMonth }) => fromMonth },
            { title: "PRODUCT", cell: ({ product }) => product?.code ?? "all" },
            { title: "SHARE", cell: ({ percent }) => `${percent}%` },
            { title: "STATUS", cell: ({ status }) => status },
            { title: "ID", cell: ({ id }) => id },
          ]),
          `Before the first term: ${initialPercent}% of all products.`,
        ].join("\n"),
});

const create = command({
  name: "term create",
  summary: "set a partner's revenue share from a month on that has not begun",
  options: {
    partner: PARTNER,
    percent: { shown: "PCT", about: "revenue share in percent", is: Percentage },
    from: {
      shown: "YYYY-MM",
      about: "first month, in UTC",
      is: TermCreate.shape.fromMonth,
      sets: "fromMonth",
    },
    product: {
      shown: "CODE",
      about: "only this product (default: all without terms of their own)",
      is: TermCreate.shape.product,
    },
  },
  example: "latchkey term create --partner acme --percent 22.5 --from 2027-01",
  output: Term,
  run: async (call, { partner, from: fromMonth, ...term }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    return createTerm(call, { partnerId, fromMonth, ...term });
  },
  render: ({ product, percent, fromMonth }) =>
    `From ${fromMonth} on: ${percent}% of ${product?.name ?? "all products without terms of their own"}.`,
});

export const TERM_COMMANDS = [list, create];
