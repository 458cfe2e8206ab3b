import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/app/_trpc/client";
import { useNavigation } from "@/app/_trpc/use-partner";
import {
  IconArrowRight,
  IconBuildingStore,
  IconKey,
  IconReceipt,
  IconTag,
  IconUser,
} from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import { maskedKey } from "@/app/_ui/table/cells";
import { type Command, type Group, matching } from "./command";
import { hitCommand } from "./hits";

const MAX_RESULTS = 5;
const MAX_EXTERNAL_ID = 128;

/** `typed` is the field's text, `settled` the one that is searched: they differ while typing. */
type Search = { typed: string; settled: string; isOn: boolean };
/** `hasFailed`: some of what matches may be missing. */
type Found = { groups: Group[]; isSearching: boolean; hasFailed: boolean };

/** Four characters may be the ends of a key, but more often are a word. */
const MAYBE_A_KEY = /^[0-9A-Za-z]{4}$/;

/**
 * Searches the partner's data; for operators also partners and products, and everything by email,
 * ID, external ID or key.
 * `last` holds what matches only by chance.
 */
export function useFound(search: Search): Found & { last: Group[] } {
  const { partner, isOperator } = useNavigation();
  const { settled } = search;
  const isOn = search.isOn && settled.length > 0;
  const partners = useFoundPartners({ ...search, isOn: isOn && isOperator });
  const products = useFoundProducts({ ...search, isOn: isOn && isOperator });
  const own = useFoundWithin(partner, { ...search, isOn });
  const anywhere = useFoundAnywhere({ ...search, isOn: isOn && isOperator });
  const ids = useFindById(settled);
  if (!isOn) return { groups: [], last: [], isSearching: false, hasFailed: false };
  const shown = new Set(own.groups.flatMap(({ commands }) => commands.map(({ id }) => id)));
  const rest = anywhere.groups.map((group) => ({
    ...group,
    commands: group.commands.filter(({ id }) => !shown.has(id)),
  }));
  const isChance = MAYBE_A_KEY.test(settled);
  const searches = [own, partners, products, anywhere];
  return {
    groups: [
      { label: "By ID", commands: ids },
      ...(isChance ? [] : rest),
      ...own.groups,
      ...partners.groups,
      ...products.groups,
    ],
    last: isChance ? rest : [],
    isSearching: searches.some((one) => one.isSearching),
    hasFailed: searches.some((one) => one.hasFailed),
  };
}

/** A partner's people open the page of a pasted ID; for operators, the server says whose it is. */
function useFindById(search: string): Command[] {
  const { isOperator, pages } = useNavigation();
  const router = useRouter();
  return (isOperator ? [] : pages).flatMap(({ finds, Icon }): Command[] =>
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
}

/** Of the results of an earlier search, those that still match. */
function current(commands: Command[], { typed, settled }: Search, isPrevious: boolean): Command[] {
  return isPrevious || typed !== settled ? matching(commands, typed) : commands;
}

type List<Row> = {
  data: { data: readonly Row[]; nextCursor: string | null } | undefined;
  isPlaceholderData: boolean;
};

type Listed<Row> = {
  label: string;
  /** The address of the list of all, to which the search is appended. */
  all: string;
  commandOf: (row: Row) => Command;
};

/** Returns a function that makes a group of a list: the first results, and if there are more, all. */
function useListed(search: Search) {
  const router = useRouter();
  const { typed, settled } = search;
  return <Row>(list: List<Row>, { label, all, commandOf }: Listed<Row>): Group => {
    const { data, isPlaceholderData } = list;
    const rows = current((data?.data ?? []).map(commandOf), search, isPlaceholderData);
    if (!data?.nextCursor || isPlaceholderData || typed !== settled) {
      return { label, commands: rows };
    }
    const href = all + encodeURIComponent(settled);
    const view = `View all matching ${label.toLowerCase()}`;
    const rest = { id: href, label: view, Icon: IconArrowRight, run: () => router.push(href) };
    return { label, commands: [...rows, rest] };
  };
}

/** The matching keys, customers and charges of a partner; none while `partner` is null. */
function useFoundWithin(code: string | null, search: Search): Found {
  const trpc = useTRPC();
  const router = useRouter();
  const enabled = search.isOn && code !== null;
  const partner = code ?? "";
  const asked = { partner, search: search.settled.slice(0, 200), limit: MAX_RESULTS };
  const options = { enabled, placeholderData: keepPreviousData };
  const keys = useQuery(trpc.keys.list.queryOptions(asked, options));
  const customers = useQuery(trpc.customers.list.queryOptions(asked, options));
  const charges = useFoundCharges(partner, { ...search, isOn: enabled });
  const listed = useListed(search);
  if (!enabled) return { groups: [], isSearching: false, hasFailed: false };
  return {
    groups: [
      listed(keys, {
        label: "Keys",
        all: partnerPath(partner, "/api-keys?show=all&search="),
        commandOf: (key) => ({
          id: key.id,
          label: key.label,
          hint: maskedKey(key),
          Icon: IconKey,
          run: () => router.push(partnerPath(partner, `/api-keys/${key.id}`)),
        }),
      }),
      listed(customers, {
        label: "Customers",
        all: partnerPath(partner, "/customers?search="),
        commandOf: ({ id, name, email }) => ({
          id,
          label: name ?? email,
          ...(name !== null && { hint: email }),
          Icon: IconUser,
          run: () => router.push(partnerPath(partner, `/customers/${id}`)),
        }),
      }),
      ...charges.groups,
    ],
    isSearching: keys.isFetching || customers.isFetching || charges.isSearching,
    hasFailed: keys.isError || customers.isError || charges.hasFailed,
  };
}

/** A partner's charge with this external ID. */
function useFoundCharges(partner: string, search: Search): Found {
  const trpc = useTRPC();
  const router = useRouter();
  const externalId = search.settled.trim();
  const enabled = search.isOn && externalId.length > 0 && externalId.length <= MAX_EXTERNAL_ID;
  const asked = { partner, externalId: externalId || "-", limit: 1 };
  const list = useQuery(
    trpc.charges.list.queryOptions(asked, { enabled, placeholderData: keepPreviousData }),
  );
  const commands = (enabled ? (list.data?.data ?? []) : []).map((charge) => ({
    id: charge.id,
    label: charge.externalId,
    Icon: IconReceipt,
    run: () => router.push(partnerPath(partner, `/charges?charge=${charge.id}`)),
  }));
  return {
    groups: [{ label: "Charges", commands: current(commands, search, list.isPlaceholderData) }],
    isSearching: enabled && list.isFetching,
    hasFailed: enabled && list.isError,
  };
}

/** Results of an operator's search in all partners, by email address, ID or key. */
function useFoundAnywhere(search: Search): Found {
  const trpc = useTRPC();
  const router = useRouter();
  const list = useQuery(
    trpc.search.platform.queryOptions(
      { search: search.settled.slice(0, 254) },
      { enabled: search.isOn, placeholderData: keepPreviousData },
    ),
  );
  const commands = (list.data?.hits ?? []).map((hit) => hitCommand(hit, router.push));
  return {
    groups: [
      { label: "All partners", commands: current(commands, search, list.isPlaceholderData) },
    ],
    isSearching: list.isFetching,
    hasFailed: list.isError,
  };
}

/** The partners that match an operator's search. */
function useFoundPartners(search: Search): Found {
  const trpc = useTRPC();
  const router = useRouter();
  const listed = useListed(search);
  const list = useQuery(
    trpc.partners.list.queryOptions(
      { search: search.settled.slice(0, 80), limit: MAX_RESULTS },
      { enabled: search.isOn, placeholderData: keepPreviousData },
    ),
  );
  const group = listed(list, {
    label: "Partners",
    all: "/operator/partners?search=",
    commandOf: ({ id, name, code }) => ({
      id,
      label: name,
      hint: code,
      Icon: IconBuildingStore,
      run: () => router.push(partnerPath(code, "/overview")),
    }),
  });
  return { groups: [group], isSearching: list.isFetching, hasFailed: list.isError };
}

/** The products whose name or code matches an operator's search. */
function useFoundProducts(search: Search): Found {
  const trpc = useTRPC();
  const router = useRouter();
  const listed = useListed(search);
  const list = useQuery(
    trpc.products.list.queryOptions(
      { search: search.settled.slice(0, 80), limit: MAX_RESULTS },
      { enabled: search.isOn, placeholderData: keepPreviousData },
    ),
  );
  const group = listed(list, {
    label: "Products",
    all: "/operator/products?search=",
    commandOf: ({ id, name, code, archivedAt }) => ({
      id,
      label: name,
      hint: archivedAt === null ? code : `${code} · Archived`,
      Icon: IconTag,
      run: () => router.push(`/operator/products?search=${encodeURIComponent(code)}`),
    }),
  });
  return { groups: [group], isSearching: list.isFetching, hasFailed: list.isError };
}
