import type { ReadDb } from "../kernel/actor";
import { EVERYONE, ONLY_OPERATORS, onEvent } from "../kernel/notification";
import { limitText } from "../keys/limits";
import { LIMIT_REQUEST_EVENTS } from "./events";

type Asked = { data: { keyId: string } };

/** The name of the key, which the event doesn't contain. */
async function readKey(db: ReadDb, { data }: Asked): Promise<{ label: string } | null> {
  return db.apiKey.findUnique({ where: { id: data.keyId }, select: { label: true } });
}

const decided = { group: "keys", readers: EVERYONE, severity: "info", lookUp: readKey } as const;

const keyButton = (code: string, keyId: string) => ({
  label: "View key",
  path: `/partners/${code}/api-keys/${keyId}`,
});

export const LIMIT_REQUEST_NOTIFICATIONS = {
  "limit_request.opened": onEvent(LIMIT_REQUEST_EVENTS["limit_request.opened"], {
    group: "limit_requests",
    readers: ONLY_OPERATORS,
    severity: "warning",
    lookUp: readKey,
    isOpen: `EXISTS (SELECT FROM limit_requests AS request
      WHERE request.id = notification.subject_id AND request.status = 'open')`,
    message: ({ data, details, partner }) => ({
      subject: `${partner.name} requested a limit increase`,
      paragraphs: [`Approve or decline the request for the API key ${details.label}.`],
      facts: [
        ["Partner", partner.name],
        ["API key", details.label],
        ["Current limit", limitText(data.currentPerMinute)],
        ["Requested limit", limitText(data.wantedPerMinute)],
      ],
      button: { label: "View limit requests", path: "/operator/limit-requests" },
    }),
  }),
  "limit_request.approved": onEvent(LIMIT_REQUEST_EVENTS["limit_request.approved"], {
    ...decided,
    message: ({ data, details, partner }) => ({
      subject: `Limit increase for ${details.label} was approved`,
      paragraphs: [`The key's limit is now ${limitText(data.grantedPerMinute)}.`],
      button: keyButton(partner.code, data.keyId),
    }),
  }),
  "limit_request.declined": onEvent(LIMIT_REQUEST_EVENTS["limit_request.declined"], {
    ...decided,
    message: ({ data, details, partner }) => ({
      subject: `Limit increase for ${details.label} was declined`,
      paragraphs: [data.answer ? `Reason: ${data.answer}` : "No reason was given."],
      button: keyButton(partner.code, data.keyId),
    }),
  }),
};
