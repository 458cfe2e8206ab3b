import { useTRPC } from "@/app/_trpc/client";
import type { Product } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useFormats } from "@/app/_ui/format/locale";
import { useProductsChanged } from "./use-products-changed";

/** Confirms archiving a product or making it available again, and explains the consequences. */
export const ArchiveDialog = dialogOf({
  title: ({ name, archivedAt }: Product) =>
    `${archivedAt === null ? "Archive" : "Unarchive"} ${name}`,
  Form: ArchiveForm,
});

function ArchiveForm({ of: product, onClose }: { of: Product; onClose: () => void }) {
  const { code, name, archivedAt, ownPrices } = product;
  const isArchiving = archivedAt === null;
  const trpc = useTRPC();
  const changed = useProductsChanged(onClose);
  const { number } = useFormats();
  const onSuccess = () =>
    changed(`${name} ${isArchiving ? "archived" : "unarchived"}`, "Takes effect immediately.");
  const archive = useAction(trpc.products.archive.mutationOptions({ onSuccess }));
  const unarchive = useAction(trpc.products.unarchive.mutationOptions({ onSuccess }));
  if (!isArchiving) {
    return (
      <ConfirmBody
        confirm="Unarchive product"
        action={unarchive}
        onCancel={onClose}
        onConfirm={() => unarchive.run({ code })}
      >
        All customers can be charged for it again, and partners can change their prices. Each
        partner gets an event, <code>product.unarchived</code>.
      </ConfirmBody>
    );
  }
  return (
    <ConfirmBody
      confirm="Archive product"
      isDestructive
      action={archive}
      onCancel={onClose}
      onConfirm={() => archive.run({ code })}
    >
      Customers who are created from now on can&apos;t be charged for it: such charges are refused.
      Existing customers are billed as before. Neither the product nor its prices can be changed
      {ownPrices > 0 &&
        `, including those that ${number(ownPrices)} ${ownPrices === 1 ? "partner has" : "partners have"} set`}
      . Each partner gets an event, <code>product.archived</code>. You can unarchive it at any time.
    </ConfirmBody>
  );
}
