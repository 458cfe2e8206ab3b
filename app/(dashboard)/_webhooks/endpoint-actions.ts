import type { WebhookEndpoint } from "@/app/_trpc/types";
import type { RowAction } from "@/app/_ui/table/table-types";
import type { EndpointTask } from "./endpoint-dialogs";
import type { Owner } from "./use-owner";

/** The actions on an endpoint, for its menu in the list and on its page. */
export function endpointActions(
  endpoint: WebhookEndpoint,
  { manage, disable, remove }: Owner,
  onTask: (task: EndpointTask) => void,
): (RowAction | false)[] {
  const isEnabled = endpoint.status === "enabled";
  const access = manage;
  return [
    isEnabled && {
      label: "Send test event",
      access,
      onClick: () => onTask({ kind: "test", endpoint }),
    },
    { label: "Edit", access, onClick: () => onTask({ kind: "edit", endpoint }) },
    { label: "Rotate secret", access, onClick: () => onTask({ kind: "rotate", endpoint }) },
    isEnabled && {
      label: "Resend deliveries",
      access,
      onClick: () => onTask({ kind: "resend", endpoint }),
    },
    isEnabled
      ? {
          label: "Disable",
          access: disable,
          onClick: () => onTask({ kind: "disable", endpoint }),
        }
      : { label: "Enable", access, onClick: () => onTask({ kind: "enable", endpoint }) },
    {
      label: "Delete",
      access: remove,
      isDanger: true,
      onClick: () => onTask({ kind: "delete", endpoint }),
    },
  ];
}
