"use client";

import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { BackLink, PageHeader } from "@/app/_ui/layout/page-header";
import { Card, Section } from "@/app/_ui/layout/section";
import { FileField } from "../../_ui/upload/file-field";
import { useChosenFile } from "../../_ui/upload/use-chosen-file";
import { PartnerChoice } from "./partner-choice";
import { Preview } from "./preview";

const KINDS = ["customers", "charges", "products"] as const;
const LABELS = { customers: "Customers", charges: "Charges", products: "Products" };

const FORM = {
  kind: parseAsStringLiteral(KINDS).withDefault("customers"),
  partner: parseAsString,
};

/** Chooses a file and shows what would become of it, before anything is written. */
export function NewImportPage() {
  const { data: columns } = useSuspenseQuery(
    useTRPC().imports.columns.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const [{ kind, partner }, setForm] = useQueryStates(FORM);
  const [file, setFile] = useState<File | null>(null);
  const known = columns[kind];
  const chosen = useChosenFile(file, known);
  const of = kind === "products" ? null : partner;
  const rows = chosen.status === "ready" ? chosen.checked.rows : null;
  return (
    <>
      <BackLink href="/operator/imports" label="Imports" />
      <PageHeader
        title="New import"
        description="Nothing is written until you start the import. Existing rows are skipped."
      />
      <Section title="File">
        <Card>
          <Stack gap="lg" maw={560}>
            <SegmentedControl
              aria-label="Import"
              data={KINDS.map((value) => ({ value, label: LABELS[value] }))}
              value={kind}
              onChange={(next) => void setForm({ kind: next })}
            />
            {kind !== "products" && (
              <PartnerChoice value={partner} onChange={(next) => void setForm({ partner: next })} />
            )}
            <Text size="sm" c="dimmed">
              Columns: {known.filter((name) => name !== "partner" || of === null).join(", ")}
            </Text>
            <FileField
              file={file}
              onChange={setFile}
              chosen={chosen}
              fault={rows === 0 ? "The file has no rows." : null}
            />
          </Stack>
        </Card>
      </Section>
      {file && chosen.status === "ready" && chosen.checked.rows > 0 && (
        <Preview
          key={`${kind} ${of} ${chosen.checked.hash}`}
          of={{ kind, partner: of, file, checked: chosen.checked, known }}
        />
      )}
    </>
  );
}
