import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Price } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { PercentInput } from "@/app/_ui/form/percent-input";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { useAllRows } from "@/app/_ui/table/use-all-rows";

/** The number of months to choose from. */
const MONTHS = 24;

/** Sets the share of all products or of one, from a month on that has not begun. */
export function TermForm({ onClose }: { onClose: () => void }) {
  const { partner } = usePartner();
  const { month } = useFormats();
  const [share, setShare] = useState<number | string>(partner.revsharePct);
  const [product, setProduct] = useState("");
  const months = monthsAfter(useNow());
  const [fromMonth, setFromMonth] = useState(months[0] ?? "");
  const action = useCreate(onClose);
  const { issues } = action;
  const products = useProducts();
  return (
    <ActionForm
      action={action}
      confirm="Set term"
      onCancel={onClose}
      onSubmit={() =>
        action.run({
          partnerId: partner.id,
          percent: share === "" ? Number.NaN : Number(share),
          fromMonth,
          ...(product && { product }),
        })
      }
    >
      <PercentInput
        data-autofocus
        label="Revenue share"
        value={share}
        onChange={setShare}
        error={issues.percent && "Enter a percentage between 0 and 100."}
      />
      <NativeSelect
        label="Product"
        data={[{ value: "", label: "All without terms of their own" }, ...products]}
        value={product}
        error={issues.product}
        onChange={({ currentTarget }) => setProduct(currentTarget.value)}
      />
      <NativeSelect
        label="From"
        description="Months in UTC that have not begun. Earlier months don't change."
        data={months.map((value) => ({ value, label: month(value) }))}
        value={fromMonth}
        error={issues.fromMonth}
        onChange={({ currentTarget }) => setFromMonth(currentTarget.value)}
      />
    </ActionForm>
  );
}

/** All products, page by page. */
function useProducts(): { value: string; label: string }[] {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.prices.list.infiniteQueryOptions({ partner, limit: 100 }, NEXT_PAGE),
  );
  return useAllRows<Price>(list).map(({ product, name }) => ({ value: product, label: name }));
}

/** The months after this one, in UTC. */
function monthsAfter(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index, 1))
      .toISOString()
      .slice(0, 7),
  );
}

function useCreate(onDone: () => void) {
  const { month } = useFormats();
  const trpc = useTRPC();
  const changed = useChanged(onDone, "terms");
  return useAction(
    trpc.terms.create.mutationOptions({
      onSuccess: ({ percent, fromMonth }) =>
        changed("Term set", `${percent}% from ${month(fromMonth)}`),
    }),
  );
}
