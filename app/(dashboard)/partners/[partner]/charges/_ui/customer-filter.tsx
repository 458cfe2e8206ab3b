import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SearchedFilter } from "@/app/_ui/table/searched-filter";
import { customerName } from "../../customers/_ui/customer-name";

type Props = { value: string | null; onChange: (customerId: string | null) => void };

/** A filter by customer. The value is the customer's ID. */
export function CustomerFilter(props: Props) {
  const { customers } = useTRPC();
  const partner = usePartnerCode();
  return (
    <SearchedFilter
      {...props}
      label="Customer"
      any="All customers"
      row={(customerId) => customers.get.queryOptions({ partner, customerId })}
      rows={(search) => customers.list.queryOptions({ partner, ...search })}
      optionOf={(customer) => ({ value: customer.id, label: customerName(customer) })}
    />
  );
}
