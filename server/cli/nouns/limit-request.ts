import { z } from "zod";
import { decideLimitRequest } from "../../core/limit-requests/mutations";
import { listLimitRequests } from "../../core/limit-requests/queries";
import type { LimitRequest } from "../../core/limit-requests/view";
import { Id, Sentence } from "../../core/text";
import { command } from "../command";
import { Limit } from "../fields";
import { minute, table } from "../table";
import { wholeList } from "../whole-list";

const Time = z.coerce.date();
const Listed = z.object({
  id: z.string(),
  partner: z.object({ code: z.string(), name: z.string() }),
  key: z.object({ id: z.string(), label: z.string(), masked: z.string() }),
  currentPerMinute: z.int(),
  wantedPerMinute: z.int(),
  peakPerMinute: z.int(),
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
  summary: "list the requests for higher limits: open ones first, then newest first",
  input: z.strictObject({}),
  output: z.array(Listed),
  run: async (call) => (await wholeList((page) => listLimitRequests(call, page))).map(listed),
  render: (requests) =>
    requests.length === 0
      ? "Nobody has asked for a higher limit yet."
      : table(requests, [
          { title: "ID", cell: ({ id }) => id },
          { title: "PARTNER", cell: ({ partner }) => partner.code },
          { title: "KEY", cell: ({ key }) => key.label },
          { title: "STATUS", cell: ({ status }) => status },
          { title: "NOW", cell: ({ currentPerMinute }) => currentPerMinute },
          { title: "WANTED", cell: ({ wantedPerMinute }) => wantedPerMinute },
          { title: "PEAK", cell: ({ peakPerMinute }) => peakPerMinute },
          { title: "429S", cell: ({ refusedShare }) => `${(refusedShare * 100).toFixed(1)} %` },
          { title: "ASKED", cell: ({ createdAt }) => minute(createdAt) },
          { title: "REASON", cell: ({ reason }) => reason },
        ]),
});

const ID = {
  field: "id",
  shown: "ID",
  about: "id of the request, as `limit-request list` shows it",
};

const approve = command({
  name: "limit-request approve",
  summary: "give the key this limit, in force at the next request",
  args: [ID, { field: "perMinute", shown: "PER_MINUTE", about: "requests per minute" }],
  input: z.strictObject({ id: Id, perMinute: Limit }),
  output: Listed,
  run: async (call, input) =>
    listed(await decideLimitRequest(call, { decision: "approve", ...input })),
  render: ({ key, grantedPerMinute }) =>
    `Key "${key.label}" (${key.id}) may send ${grantedPerMinute} requests per minute.`,
});

const decline = command({
  name: "limit-request decline",
  summary: "decline a request, with a sentence that the partner reads",
  args: [ID],
  options: [{ name: "answer", shown: "TEXT", about: "why not", isRequired: true }],
  example:
    'latchkey limit-request decline lrq_01jd5n8k3v0000000000000000 --answer "Use the webhook"',
  input: z.strictObject({ id: Id, answer: Sentence }),
  output: Listed,
  run: async (call, input) =>
    listed(await decideLimitRequest(call, { decision: "decline", ...input })),
  render: ({ key }) => `The request for key "${key.label}" (${key.id}) is declined.`,
});

export const LIMIT_REQUEST_COMMANDS = [list, approve, decline];
