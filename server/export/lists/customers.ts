import { listCustomers } from "../../core/customers/queries";
import { CustomerSearch } from "../../core/customers/schema";
import { CustomerRow } from "../../core/imports/rows";
import { partnerExport, schemaColumns } from "../export";

/** The file has the columns that an import accepts, so that it can be imported again. */
export const customers = partnerExport({
  query: CustomerSearch.omit({ cursor: true, limit: true }),
  read: ({ ctx, partnerId }, query) => listCustomers(ctx, { partnerId, ...query }),
  columns: schemaColumns(CustomerRow.omit({ partner: true })),
});
