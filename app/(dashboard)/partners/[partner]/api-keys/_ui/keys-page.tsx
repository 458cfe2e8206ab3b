"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { useNewInUrl } from "@/app/_ui/dialog/use-new-in-url";
import { emptyForGood, viewOnly } from "@/app/_ui/feedback/empty";
import { WriteButton } from "@/app/_ui/form/write-button";
import { IconKey, IconPlus } from "@/app/_ui/icons/icons";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import type { Access } from "@/server/core/registry";
import { CONDITION_CHOICES, FILTER, type Filter, keysQuery, type Show } from "./filter";
import type { IssueTask } from "./issue-dialog";
import { IssueDialog, KeyLimitDialog, RevokeDialog } from "./key-dialogs";
import { keyColumns } from "./keys-table";
import { isLive } from "./live";

const POLL = { refetchInterval: 15_000 };
const NEW: IssueTask = { kind: "new" };

export function KeysPage() {
  // In the URL, so that they survive a reload and can be shared.
  const [filter, setFilter] = useQueryStates(FILTER);
  const { list, exported, isFiltered, active, all, usage } = useKeys(filter);
  const isOperator = useIsOperator();
  const { partner, terminatedAt } = usePartner();
  const manage = useAccess("key.issued");
  const revoke = useAccess("key.revoked");
  const { isNew, open, onCreated, close } = useNewInUrl(manage);
  const [task, setTask] = useState<IssueTask | null>(null);
  const [limitKey, setLimitKey] = useState<ApiKey | null>(null);
  const issuing = isNew ? NEW : task;
  const [keysToRevoke, setKeysToRevoke] = useState<readonly ApiKey[] | null>(null);
  const hasKeys = all > 0 || isFiltered;
  const newKey = (
    <WriteButton access={manage} leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      New key
    </WriteButton>
  );

  return (
    <>
      <ListPage
        id="keys"
        title="API keys"
        description="Use a separate key for each integration, with only the scopes it needs."
        action={hasKeys && newKey}
        filter={hasKeys ? filterOf({ filter, onChange: setFilter, active, all }) : undefined}
        exported={exported}
        label="API keys"
        what="the keys"
        list={list}
        columns={keyColumns({
          usage,
          onAsk: setLimitKey,
          onRotate: (key) => setTask({ kind: "rotate", key }),
          onRevoke: (key) => setKeysToRevoke([key]),
        })}
        keyOf={({ id }) => id}
        markOf={(key) => ({ isOver: !isLive(key), isOld: key.replacedBy !== null })}
        sort={{
          value: filter.sort,
          onChange: (sort) => void setFilter({ sort: FILTER.sort.parse(sort) }),
        }}
        selection={revoke === "hidden" ? undefined : selectionFor(setKeysToRevoke)}
        noMatch={{
          title: "No matching keys",
          description: "Try a different name, scope or key prefix.",
        }}
        none={
          all > 0
            ? noActiveKeys(() => void setFilter({ show: "all" }))
            : noKeys({
                manage,
                isOperator,
                isTerminated: terminatedAt !== null,
                isSuspended: partner.status === "suspended",
                newKey,
              })
        }
      />
      <IssueDialog
        task={issuing}
        onCreated={onCreated}
        onClose={() => {
          setTask(null);
          close();
        }}
      />
      <KeyLimitDialog subject={limitKey} onClose={() => setLimitKey(null)} />
      <RevokeDialog subject={keysToRevoke} onClose={() => setKeysToRevoke(null)} />
    </>
  );
}

function selectionFor(onAction: (keys: readonly ApiKey[]) => void) {
  const label = (count: number) => (count === 1 ? "Revoke 1 key" : `Revoke ${count} keys`);
  return {
    isOffered: isLive,
    nameOf: ({ label: name }: ApiKey) => name,
    actions: [{ label, onAction, isDanger: true }],
  };
}

/** The list for the filter, and what its rows show of other queries. */
function useKeys(filter: Filter) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { listed, counted } = keysQuery(filter);
  const list = useInfiniteQuery(
    trpc.keys.page.infiniteQueryOptions({ partner, ...listed }, { ...FILTERED_PAGES, ...POLL }),
  );
  const counts = useQuery(
    trpc.keys.counts.queryOptions(
      { partner, ...counted },
      { ...POLL, placeholderData: keepPreviousData },
    ),
  );
  const summary = useQuery(trpc.usage.summary.queryOptions({ partner }, POLL));
  const { active = 0, all = 0 } = counts.data ?? {};
  return {
    list,
    exported: { of: "api-keys", filter: listed },
    isFiltered: Object.keys(counted).length > 0,
    active,
    all,
    usage: new Map(summary.data?.keys.map((one) => [one.keyId, one])),
  };
}

type FilterProps = {
  filter: Filter;
  onChange: (change: { [Name in keyof Filter]?: Filter[Name] | null } | null) => unknown;
  active: number;
  all: number;
};

function filterOf({ filter, onChange, active, all }: FilterProps) {
  return {
    search: {
      label: "Search by name, prefix or scope",
      value: filter.search,
      onChange: (search: string) => void onChange({ search: search || null }),
    },
    chosen: [filter.which],
    fields: (
      <>
        <SegmentedControl
          aria-label="Key status filter"
          size="sm"
          value={filter.show}
          onChange={(show: Show) => void onChange({ show })}
          data={[
            { value: "active", label: `Active ${active}` },
            { value: "all", label: `All ${all}` },
          ]}
        />
        <ChoiceFilter
          label="Filter"
          any="All keys"
          options={CONDITION_CHOICES}
          value={filter.which}
          onChange={(which) => void onChange({ which })}
        />
      </>
    ),
    onClear: () => void onChange({ search: null, which: null }),
  };
}

const KEY_ICON = <IconKey size={28} stroke={1.5} aria-hidden />;

function noActiveKeys(onShowAll: () => void) {
  return {
    icon: KEY_ICON,
    title: "No active keys",
    description: "API keys let your integrations call the API on your behalf.",
    children: (
      <Button variant="default" onClick={onShowAll}>
        Show revoked and expired keys
      </Button>
    ),
  };
}

type NoKeysProps = {
  manage: Access;
  isOperator: boolean;
  isTerminated: boolean;
  isSuspended: boolean;
  newKey: ReactNode;
};

function noKeys({ manage, isOperator, isTerminated, isSuspended, newKey }: NoKeysProps) {
  if (isTerminated) return { icon: KEY_ICON, ...emptyForGood("keys") };
  const forOthers = isOperator
    ? "Partners create keys in their dashboard. You can also use the CLI."
    : viewOnly("keys", isSuspended);
  return {
    icon: KEY_ICON,
    title: "No keys yet",
    description:
      manage === "hidden"
        ? forOthers
        : "API keys let your integrations call the API on your behalf.",
    children: manage !== "hidden" && newKey,
  };
}
