import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/app/_trpc/client";
import { useNavigation } from "@/app/_trpc/use-partner";
import { IconBuildingStore, IconKey, IconUser } from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import { maskedKey } from "@/app/_ui/table/cells";

const MAX_RESULTS = 5;

/** An entry of the palette and its action. */
export type Command = {
  id: string;
  label: string;
  hint?: string;
  Icon: typeof IconKey;
  run: () => void;
};

/** Searches the partner's data and, for operators, the partners. A pasted ID comes first. */
export function useFound(search: string, isOn: boolean) {
  const { partner, isOperator, pages } = useNavigation();
  const router = useRouter();
  const isAsked = isOn && search.length > 0;
  const partners = useFoundPartners(search, isAsked && isOperator);
  const own = useFoundWithin(partner, { search, isOn: isAsked });
  if (!isAsked) return { groups: [], isSearching: false };

  const ids = pages.flatMap(({ finds, Icon }): Command[] =>
    finds && search.startsWith(finds.prefix)
      ? [
          {
            id: `id ${finds.prefix}`,
            label: `Find ${finds.what} ${search}`,
            Icon,
            run: () => router.push(finds.href + encodeURIComponent(search)),
          },
        ]
      : [],
  );
  return {
    groups: [{ label: "By ID", commands: ids }, ...own.groups, partners.group],
    isSearching: own.isSearching || partners.isSearching,
  };
}

/** The matching keys and customers of a partner; none while `partner` is null. */
function useFoundWithin(code: string | null, { search, isOn }: { search: string; isOn: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const enabled = isOn && code !== null;
  const partner = code ?? "";
  const asked = { partner, search: search.slice(0, 200), limit: MAX_RESULTS };
  const options = { enabled, placeholderData: keepPreviousData };
  const keys = useQuery(trpc.keys.list.queryOptions(asked, options));
  const customers = useQuery(trpc.customers.list.queryOptions(asked, options));
  if (!enabled) return { groups: [], isSearching: false };
  const keyRows = (keys.data?.data ?? []).map((key) => ({
    id: key.id,
    label: key.label,
    hint: maskedKey(key),
    Icon: IconKey,
    run: () => router.push(partnerPath(partner, `/api-keys/${key.id}`)),
  }));
  const customerRows = (customers.data?.data ?? []).map((customer) => ({
    id: customer.id,
    label: customer.name ?? customer.email,
    ...(customer.name !== null && { hint: customer.email }),
    Icon: IconUser,
    run: () => router.push(partnerPath(partner, `/customers/${customer.id}`)),
  }));
  return {
    groups: [
      { label: "Keys", commands: keyRows },
      { label: "Customers", commands: customerRows },
    ],
    isSearching: keys.isFetching || customers.isFetching,
  };
}

/** The partners that match an operator's search. */
function useFoundPartners(search: string, isOn: boolean) {
  const trpc = useTRPC();
  const router = useRouter();
  const list = useQuery(
    trpc.partners.list.queryOptions(
      { search: search.slice(0, 80), limit: MAX_RESULTS },
      { enabled: isOn, placeholderData: keepPreviousData },
    ),
  );
  const commands = (list.data?.data ?? []).map(
    ({ id, name, code }): Command => ({
      id,
      label: name,
      hint: code,
      Icon: IconBuildingStore,
      run: () => router.push(partnerPath(code, "/overview")),
    }),
  );
  return { group: { label: "Partners", commands }, isSearching: list.isFetching };
}
