import { Checkbox, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { EditForm } from "@/app/_ui/form/edit-form";
import { OPTION_LIST } from "@/app/_ui/form/option-list";
import { SearchableSelect } from "@/app/_ui/form/searchable-select";
import { DateTime } from "@/app/_ui/format/moment";
import { EndpointInputs, fieldsOf, inputOf, savedOf } from "./endpoint-form";
import type { EventGroup } from "./event-types";
import { ResendForm } from "./resend-form";
import { SecretTaskDialog } from "./secret-task-dialog";
import { useOwner } from "./use-owner";

type EndpointTaskKind = "edit" | "test" | "rotate" | "resend" | "disable" | "enable" | "delete";
type TaskOn<Kind extends EndpointTaskKind> = Kind extends unknown
  ? { kind: Kind; endpoint: WebhookEndpoint }
  : never;
export type EndpointTask = { kind: "new" } | TaskOn<EndpointTaskKind>;

type Props = {
  task: EndpointTask | null;
  groups: readonly EventGroup[];
  onClose: () => void;
  /** Called after a new endpoint was created. */
  onCreated?: () => void;
  /** Called after the endpoint was deleted. */
  onDeleted?: () => void;
};

type FormProps = { of: WebhookEndpoint; onClose: () => void };

const TITLES: Record<EndpointTaskKind, string> = {
  edit: "Edit endpoint",
  test: "Send test event",
  rotate: "Rotate secret",
  resend: "Resend deliveries",
  disable: "Disable endpoint",
  enable: "Enable endpoint",
  delete: "Delete endpoint",
};

/** All dialogs about an endpoint, for its page and for the list. */
export function EndpointDialogs({ task, groups, onClose, onCreated, onDeleted }: Props) {
  const hasSecret = task?.kind === "new" || task?.kind === "rotate";
  return (
    <>
      <SecretTaskDialog
        task={hasSecret ? task : null}
        groups={groups}
        onCreated={onCreated}
        onClose={onClose}
      />
      <SubjectDialog
        subject={task === null || hasSecret ? null : task}
        title={({ kind }) => TITLES[kind]}
        size={600}
        onClose={onClose}
      >
        {({ kind, endpoint }) => {
          const form = { of: endpoint, onClose };
          if (kind === "edit") return <EditEndpointForm {...form} groups={groups} />;
          if (kind === "test") return <TestForm {...form} groups={groups} />;
          if (kind === "resend") return <ResendForm {...form} />;
          if (kind === "delete") return <DeleteForm {...form} onDeleted={onDeleted} />;
          return kind === "enable" ? <EnableForm {...form} /> : <DisableForm {...form} />;
        }}
      </SubjectDialog>
    </>
  );
}

function EditEndpointForm({ of, groups, onClose }: FormProps & Pick<Props, "groups">) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const changed = useChanged(onClose, "webhooks");
  const action = useAction(
    trpc.webhooks.update.mutationOptions({
      onSuccess: () => changed("Endpoint updated", "Takes effect for the next event."),
    }),
  );
  return (
    <EditForm
      saved={savedOf(of)}
      valuesOf={fieldsOf}
      action={action}
      confirm="Save endpoint"
      onSubmit={(values, seen) =>
        action.run({ partner, endpointId: of.id, ...inputOf(values), seen })
      }
      onCancel={onClose}
    >
      {(values, change) => (
        <EndpointInputs values={values} onChange={change} groups={groups} issues={action.issues} />
      )}
    </EditForm>
  );
}

const statusOf = ({ id, status }: WebhookEndpoint) => ({ endpointId: id, seen: { status } });

function TestForm({ of, groups, onClose }: FormProps & Pick<Props, "groups">) {
  const trpc = useTRPC();
  const router = useRouter();
  const { partner, hrefOf } = useOwner();
  const [type, setType] = useState("ping");
  const changed = useChanged(onClose, "webhooks");
  const types = groups.flatMap((group) => group.types);
  const action = useAction(
    trpc.webhooks.test.mutationOptions({
      onSuccess: async ({ eventId }) => {
        await changed("Test event sent", `An example of ${type} is on its way.`);
        router.push(hrefOf(`/${of.id}?delivery=${eventId}`), { scroll: false });
      },
    }),
  );
  const chosen = types.find(({ name }) => name === type);
  return (
    <ActionForm
      action={action}
      confirm="Send test event"
      onSubmit={() => chosen && action.run({ partner, endpointId: of.id, type: chosen.name })}
      onCancel={onClose}
    >
      <Text size="sm">
        Sends an example to {of.url}, also if the endpoint doesn&apos;t receive events of this type.
        It doesn&apos;t appear in the feed, and its sequence is 0.
      </Text>
      <SearchableSelect
        label="Event type"
        size="md"
        description={chosen?.summary}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={types.map(({ name }) => ({ value: name, label: name }))}
        value={type}
        onChange={(next) => setType(next ?? "ping")}
        {...OPTION_LIST}
        error={action.issues.type}
      />
    </ActionForm>
  );
}

function DisableForm({ of, onClose }: FormProps) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const changed = useChanged(onClose, "webhooks");
  const action = useAction(
    trpc.webhooks.update.mutationOptions({
      onSuccess: () => changed("Endpoint disabled", "It receives no events."),
    }),
  );
  return (
    <ConfirmBody
      action={action}
      confirm="Disable endpoint"
      isDestructive
      onCancel={onClose}
      onConfirm={() => action.run({ ...statusOf(of), partner, status: "disabled" })}
    >
      {of.url} receives no more events, and its pending deliveries fail. When you enable it again,
      you can send what it missed.
    </ConfirmBody>
  );
}

function EnableForm({ of, onClose }: FormProps) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const [sendMissed, setSendMissed] = useState(true);
  const changed = useChanged(onClose, "webhooks");
  const action = useAction(
    trpc.webhooks.update.mutationOptions({
      onSuccess: () =>
        changed(
          "Endpoint enabled",
          sendMissed ? "The events it missed are being sent." : "It receives new events.",
        ),
    }),
  );
  const since = of.failingSince ?? of.disabledAt;
  return (
    <ConfirmBody
      action={action}
      confirm="Enable endpoint"
      onCancel={onClose}
      onConfirm={() => action.run({ ...statusOf(of), partner, status: "enabled", sendMissed })}
      input={
        <Checkbox
          label="Send what was missed"
          description={
            since && (
              <>
                Failed deliveries and events since <DateTime at={since} />, oldest first, at most{" "}
                {of.perSecond} per second.
              </>
            )
          }
          checked={sendMissed}
          onChange={(event) => setSendMissed(event.currentTarget.checked)}
        />
      }
    >
      {of.url} receives events again.
    </ConfirmBody>
  );
}

type DeleteProps = FormProps & Pick<Props, "onDeleted">;

function DeleteForm({ of, onClose, onDeleted }: DeleteProps) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const changed = useChanged(onDeleted ?? onClose, "webhooks");
  const action = useAction(
    trpc.webhooks.delete.mutationOptions({
      onSuccess: () => changed("Endpoint deleted", "It receives no more events."),
    }),
  );
  return (
    <ConfirmBody
      action={action}
      confirm="Delete endpoint"
      isDestructive
      onCancel={onClose}
      onConfirm={() => action.run({ partner, endpointId: of.id })}
    >
      {of.url} receives no more events, and its secret and delivery log are deleted. This can&apos;t
      be undone. To pause it instead, disable it.
    </ConfirmBody>
  );
}
