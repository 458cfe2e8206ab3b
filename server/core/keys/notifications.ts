import type { ReadDb } from "../kernel/actor";
import { EVERYONE, type Fact, KEY_HOLDERS, type Notice, onEvent } from "../kernel/notification";
import { moment } from "../values/phrases";
import { expiresSoon } from "./attention";
import { KEY_EVENTS } from "./events";
import { EXPIRES_SOON_NOTE, EXPIRES_SOON_READ_ONLY_NOTE, expiresSoonTitle } from "./titles";

const security = {
  group: "security",
  readers: KEY_HOLDERS,
  severity: "info",
  exceptActor: true,
} as const;

const DOUBT = "If your team didn't do this, revoke the key and contact support.";

type OfKey = Pick<Fact, "subjectId" | "partner" | "by">;

/** A message about what somebody did to a key. */
function deed(
  { subjectId, partner, by }: OfKey,
  { subject, text, facts }: { subject: string; text: string; facts: [string, string][] },
): Notice {
  return {
    subject,
    paragraphs: [text],
    facts: [...facts, ["Key ID", subjectId], ...(by ? [["By", by] as [string, string]] : [])],
    button: { label: "View key", path: keyPath(partner.code, subjectId) },
  };
}

const keyPath = (code: string, keyId: string) => `/partners/${code}/api-keys/${keyId}`;

/** Null for the successor of a rotated key: the rotation is the news. */
async function unlessSuccessor(db: ReadDb, { subjectId: id }: { subjectId: string }) {
  const key = await db.apiKey.findUnique({ where: { id }, select: { replacesId: true } });
  return key?.replacesId == null ? true : null;
}

/** Null for a terminated partner: nobody can extend or rotate its keys any more. */
async function readStanding(db: ReadDb, { subjectId: id }: { subjectId: string }) {
  const where = { id, partner: { terminatedAt: null } };
  const key = await db.apiKey.findFirst({
    where,
    select: { partner: { select: { status: true } } },
  });
  return key && { isSuspended: key.partner.status === "suspended" };
}

export const KEY_NOTIFICATIONS = {
  "key.created": onEvent(KEY_EVENTS["key.created"], {
    ...security,
    lookUp: unlessSuccessor,
    message: ({ data, ...fact }) =>
      deed(fact, {
        subject: `API key ${data.label} was created`,
        text: `It gives access to the API as ${fact.partner.name}. ${DOUBT}`,
        facts: [
          ["Name", data.label],
          ["Scopes", data.scopes.join(", ") || "None"],
          ["Expires", data.expiresAt === null ? "Never" : moment(data.expiresAt)],
        ],
      }),
  }),
  "key.rotated": onEvent(KEY_EVENTS["key.rotated"], {
    ...security,
    message: ({ data, ...fact }) =>
      deed(fact, {
        subject: `API key ${data.label} was rotated`,
        text: "A new key with the same scopes replaces it. Both work until the old key is revoked. If your team didn't do this, revoke both and contact support.",
        facts: [
          ["Name", data.label],
          ["Replaced by", data.successorId],
        ],
      }),
  }),
  "key.revoked": onEvent(KEY_EVENTS["key.revoked"], {
    ...security,
    message: ({ data, ...fact }) =>
      deed(fact, {
        subject: `API key ${data.label} was revoked`,
        text: data.wasScheduled
          ? "It was scheduled to be revoked. Requests that use it now return 401."
          : "Requests that use it now return 401.",
        facts: [["Name", data.label]],
      }),
  }),
  "key.expiring": onEvent(KEY_EVENTS["key.expiring"], {
    group: "keys",
    readers: EVERYONE,
    severity: "warning",
    isOpen: `EXISTS (SELECT FROM api_keys AS key WHERE key.id = notification.subject_id
      AND key.expires_at = (notification.data->>'expires_at')::timestamptz
      AND ${expiresSoon("key")})`,
    lookUp: readStanding,
    message: ({ data, details, subjectId, partner }) => ({
      subject: expiresSoonTitle(data.label),
      paragraphs: [
        `It expires on ${moment(data.expiresAt)}. After that, requests that use it return 401. ${details.isSuspended ? EXPIRES_SOON_READ_ONLY_NOTE : EXPIRES_SOON_NOTE}`,
      ],
      facts: [
        ["Name", data.label],
        ["Key ID", subjectId],
      ],
      button: { label: "View key", path: keyPath(partner.code, subjectId) },
    }),
  }),
};
