import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { limitText } from "../../core/keys/limits";
import { decideLimitRequest } from "../../core/limit-requests/mutations";
import { listLimitRequests } from "../../core/limit-requests/queries";
import type { LimitRequest } from "../../core/limit-requests/view";
import { Id, Sentence } from "../../core/values/text";
import { command } from "../command";
import { Limit } from "../fields";
import { minute, tableOr } from "../table";

const Time = z.coerce.date();
const Listed = z.object({
  id: z.string(),
  partner: z.object({ code: z.string(), name: z.string() }),
  key: z.object({ id: z.string(), label: z.string(), masked: z.string() }),
  currentPerMinute: z.int(),
  wantedPerMinute: z.int(),
  peakPerMinute: z.int(),
  peakTenSeconds: z.int().nullable(),
  refusedShare: z.number(),
  reason: z.string(),
  status: z.enum(["open", "approved", "declined"]),
  grantedPerMinute: z.int().nullable(),
  answer: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: Time,
  decidedAt: Time.nullable(),
});

const listed = ({ key, ...request }: LimitRequest) => ({
  ...request,
  key: { id: key.id, label: key.label, masked: `${key.head}...${key.tail}` },
});

const list = command({
  name: "limit-request list",
  summary: "list limit requests: open ones first, then newest first",
  output: z.array(Listed),
  run: async (call) => (await wholeList((page) => listLimitRequests(call, page))).map(listed),
  render: tableOr("No limit requests.", [
    { title: "ID", cell: ({ id }) => id },
    { title: "PARTNER", cell: ({ partner }) => partner.code },
    { title: "KEY", cell: ({ key }) => key.label },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "CURRENT", cell: ({ currentPerMinute }) => limitText(currentPerMinute) },
    { title: "REQUESTED", cell: ({ wantedPerMinute }) => limitText(wantedPerMinute) },
    { title: "PEAK/MIN", cell: ({ peakPerMinute }) => peakPerMinute },
    { title: "PEAK/10S", cell: ({ peakTenSeconds }) => peakTenSeconds ?? "-" },
    { title: "429", cell: ({ refusedShare }) => `${(refusedShare * 100).toFixed(1)}%` },
    { title: "CREATED", cell: ({ createdAt }) => minute(createdAt) },
    { title: "REASON", cell: ({ reason }) => reason },
  ]),
});

const ID = { shown: "ID", about: "request ID, as shown by `limit-request list`", is: Id };

const approve = command({
  name: "limit-request approve",
  summary: "approve a request and set the key's limit",
  args: { id: ID, perMinute: { shown: "PER_MINUTE", about: "requests per minute", is: Limit } },
  output: Listed,
  run: async (call, input) =>
    listed(await decideLimitRequest(call, { decision: "approve", ...input })),
  render: ({ key, grantedPerMinute }) =>
    `Approved. Key "${key.label}" (${key.id}) is limited to ${limitText(grantedPerMinute ?? 0)}.`,
});

const decline = command({
  name: "limit-request decline",
  summary: "decline a request with a message to the partner",
  args: { id: ID },
  options: { answer: { shown: "TEXT", about: "reason, visible to the partner", is: Sentence } },
  example:
    'latchkey limit-request decline lrq_01jd5n8k3v0000000000000000 --answer "Use the webhook"',
  output: Listed,
  run: async (call, input) =>
    listed(await decideLimitRequest(call, { decision: "decline", ...input })),
  render: ({ key }) => `Declined the request for key "${key.label}" (${key.id}).`,
});

export const LIMIT_REQUEST_COMMANDS = [list, approve, decline];
