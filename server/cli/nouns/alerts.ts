import { z } from "zod";
import { listAlerts } from "../../core/alerts/queries";
import { Alert, AlertCreate } from "../../core/alerts/schema";
import { ALERT_KINDS } from "../../core/alerts/titles";
import { getPartnerByCode } from "../../core/partners/queries";
import { Id } from "../../core/values/text";
import { command } from "../command";
import { oneOf, PARTNER, WholeNumber } from "../fields";
import { minute, tableOr } from "../table";

// Loaded lazily: the help text needs no database client.
const mutations = () => import("../../core/alerts/mutations");

const Time = z.coerce.date();
const Listed = Alert.extend({ createdAt: Time, firedAt: Time.nullable() });

const list = command({
  name: "alert list",
  summary: "list a partner's alerts: triggered ones first, then newest first",
  options: { partner: PARTNER },
  output: z.array(Listed),
  run: async (call, { partner }) => {
    const { id } = await getPartnerByCode(call, { code: partner });
    return listAlerts(call, { partnerId: id });
  },
  render: tableOr("No alerts yet. Create one with: latchkey alert create", [
    { title: "ID", cell: ({ id }) => id },
    { title: "STATUS", cell: ({ firedAt }) => (firedAt === null ? "ok" : "triggered") },
    { title: "TRIGGERED", cell: ({ firedAt }) => minute(firedAt) },
    { title: "ALERT", cell: ({ rule }) => rule },
  ]),
});

const create = command({
  name: "alert create",
  summary: "notify a partner's team about its traffic",
  options: {
    partner: PARTNER,
    kind: { shown: "KIND", about: ALERT_KINDS.join(", "), is: oneOf("kind", ALERT_KINDS) },
    threshold: {
      shown: "N",
      about: "percent from 1 to 100; for no_traffic, hours from 1 to 168",
      is: WholeNumber,
    },
    target: {
      shown: "ID",
      about: "key ID, or endpoint ID for endpoint_success (no_traffic: optional)",
      is: Id.optional(),
    },
  },
  example:
    "latchkey alert create --partner acme --kind error_share --target key_01jd5n8k3v0000000000000000 --threshold 10",
  input: (words) =>
    words.transform(({ partner, target = null, ...rule }, context) => {
      const parsed = AlertCreate.safeParse({ ...rule, target });
      if (parsed.success) return { partner, rule: parsed.data };
      for (const { path, message } of parsed.error.issues) {
        const isMissing = path[0] === "target" && target === null;
        context.addIssue({ code: "custom", path, message: isMissing ? "Required." : message });
      }
      return z.NEVER;
    }),
  output: Listed,
  run: async (call, { partner, rule }) => {
    const { id } = await getPartnerByCode(call, { code: partner });
    return (await mutations()).createAlert(call, { partnerId: id, ...rule });
  },
  render: ({ id, rule }) => `Created alert ${id}: ${rule}.`,
});

const remove = command({
  name: "alert delete",
  summary: "delete an alert",
  args: { alertId: { shown: "ALERT_ID", about: "alert ID, as shown by `alert list`", is: Id } },
  options: { partner: PARTNER },
  output: z.object({ id: z.string() }),
  run: async (call, { partner, alertId }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    await (await mutations()).deleteAlert(call, { partnerId, alertId });
    return { id: alertId };
  },
  render: ({ id }) => `Alert ${id} is deleted.`,
});

export const ALERT_COMMANDS = [list, create, remove];
