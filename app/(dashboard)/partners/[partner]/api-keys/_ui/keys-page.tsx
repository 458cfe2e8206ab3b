"use client";

import { SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useNow } from "@/app/_ui/format/use-now";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ChoiceFilter, FilterBar } from "@/app/_ui/table/filter-bar";
import { SearchInput } from "@/app/_ui/table/search-input";
import { arrange, isLive, type Show } from "./arrange";
import { CONDITION_CHOICES, FILTER, matching } from "./filter";
import type { IssueTask } from "./issue-dialog";
import { KeysEmpty } from "./keys-empty";
import { KeysTable } from "./keys-table";
import { newestByKey } from "./limit-requests";
import { RevokeDialog } from "./revoke-dialog";

// Rarely used and heavy, so it is loaded on demand.
const LimitDialog = dynamic(async () => (await import("./key-limit-dialog")).KeyLimitDialog);
const IssueDialog = dynamic(async () => (await import("./issue-dialog")).IssueDialog, {
  ssr: false,
});

const POLL = { refetchInterval: 15_000 };
const NEW: IssueTask = { kind: "new" };

export function KeysPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const manage = useAccess("key.issued");
  const list = useQuery(trpc.keys.list.queryOptions({ partner }, POLL));
  const requests = useQuery(trpc.limitRequests.list.queryOptions({ partner }, POLL));
  const summary = useQuery(trpc.usage.summary.queryOptions({ partner }, POLL));
  // In the URL, so that they survive a reload and can be shared.
  const [filter, setFilter] = useQueryStates(FILTER);
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [task, setTask] = useState<IssueTask | null>(null);
  const [limitKey, setLimitKey] = useState<ApiKey | null>(null);
  const hasLimitKey = useShown(limitKey) !== null;
  const issuing = manage === "allowed" && isNew ? NEW : task;
  const hasIssued = useShown(issuing) !== null;
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);

  const keys = list.data ?? [];
  const usage = new Map(summary.data?.keys.map((one) => [one.keyId, one]));
  const matched = matching(keys, filter, { usage, nowMs: useNow() });
  const isFiltered = filter.search !== "" || filter.which !== null;
  const rows = arrange(matched, filter.show);
  const clear = () => void setFilter({ search: null, which: null });
  const newKey = manage !== "hidden" && (
    <WriteButton
      access={manage}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void setIsNew(true)}
    >
      New key
    </WriteButton>
  );

  return (
    <>
      <PageHeader
        title="API keys"
        description="Use a separate key for each integration, with only the scopes it needs."
        actions={keys.length > 0 ? newKey : undefined}
      />
      {keys.length > 0 && (
        <FilterBar onClear={isFiltered ? clear : undefined}>
          <SegmentedControl
            aria-label="Key status filter"
            size="sm"
            value={filter.show}
            onChange={(value) => void setFilter({ show: value as Show })}
            data={[
              { value: "active", label: `Active ${matched.filter(isLive).length}` },
              { value: "all", label: `All ${matched.length}` },
            ]}
          />
          <SearchInput
            label="Search by name, prefix or scope"
            value={filter.search}
            onChange={(search) => void setFilter({ search: search || null })}
          />
          <ChoiceFilter
            label="Filter"
            any="All keys"
            options={CONDITION_CHOICES}
            value={filter.which}
            onChange={(which) => void setFilter({ which })}
          />
        </FilterBar>
      )}
      {!list.data && <QueryStatus of={list} what="the keys" />}
      {list.data && rows.length === 0 && (
        <KeysEmpty
          hasHistory={keys.length > 0}
          onClear={isFiltered ? clear : null}
          newKey={newKey}
          onShowAll={() => void setFilter({ show: "all" })}
          mayManage={manage !== "hidden"}
        />
      )}
      {rows.length > 0 && (
        <KeysTable
          rows={rows}
          requests={newestByKey(requests.data ?? [])}
          usage={usage}
          onAsk={setLimitKey}
          onRotate={(key) => setTask({ kind: "rotate", key })}
          onRevoke={setKeyToRevoke}
        />
      )}
      {hasIssued && (
        <IssueDialog
          task={issuing}
          onClose={() => {
            setTask(null);
            void setIsNew(null);
          }}
        />
      )}
      {hasLimitKey && <LimitDialog subject={limitKey} onClose={() => setLimitKey(null)} />}
      <RevokeDialog keyToRevoke={keyToRevoke} onClose={() => setKeyToRevoke(null)} />
    </>
  );
}
