import type { Metadata } from "next";
import { RETRY_AFTER_MS } from "@/server/core/webhooks/limits";
import { openApiDocument } from "@/server/rest/openapi";
import { PARTNER_API } from "@/server/rest/partner-api";
import { Code } from "../_ui/code";
import { CodeSamples } from "../_ui/code-samples";
import { Contents, type Group } from "../_ui/contents";
import classes from "../_ui/docs.module.css";
import { DocsFrame } from "../_ui/frame";
import { Chapter } from "../_ui/guide";
import { Markdown } from "../_ui/markdown";
import { TEXTS } from "./_ui/chapters";
import { duration } from "./_ui/duration";
import { EventTypes } from "./_ui/event-types";
import { eventsOf } from "./_ui/events-of";
import { RECEIVER_SAMPLES } from "./_ui/receiver-samples";
import table from "./_ui/table.module.css";

export const metadata: Metadata = {
  title: "Webhooks",
  description: "Events of the Latchkey API: types, webhooks, signatures and retries.",
};

const EVENTS = eventsOf(openApiDocument(PARTNER_API));
const CHAPTERS = [
  ["events", "Events"],
  ["types", "Event types"],
  ["request", "The request"],
  ["payload", "Thin events and snapshots"],
  ["verify", "Verify signatures"],
  ["retries", "Responses and retries"],
  ["duplicates", "Duplicates and order"],
  ["disabled", "Disabled endpoints"],
  ["rotate", "Rotate a secret"],
  ["test", "Test events"],
  ["development", "Local development"],
  ["limits", "Limits and addresses"],
  ["checklist", "Checklist"],
] as const;
type ChapterId = (typeof CHAPTERS)[number][0];
const TITLES = Object.fromEntries(CHAPTERS) as Record<ChapterId, string>;
const textOf = (id: ChapterId) =>
  id === "types" ? EVENTS.map(({ type }) => type).join(" ") : TEXTS[id];
const GROUPS: Group[] = [
  {
    title: "Webhooks",
    entries: CHAPTERS.map(([id, label]) => ({ id, label, words: textOf(id) })),
  },
];

/** The guide to events and webhooks. Its figures are those that the code uses. */
export default function WebhooksPage() {
  return (
    <DocsFrame
      title="Webhooks"
      path="/docs/webhooks"
      isNarrow
      index={<Contents groups={GROUPS} />}
      lead={
        <>
          Get notified of changes to your customers, prices, payouts and keys. Create endpoints in
          the dashboard, or with the <a href="/docs#createWebhookEndpoint">API</a>.
        </>
      }
    >
      <div className={classes.main}>
        <Text id="events" />
        <Chapter id="types" title={TITLES.types}>
          <p>
            A key reads an event only if it may read the resource, too. New types may be added at
            any time: ignore those that you don&apos;t know.
          </p>
          <EventTypes events={EVENTS} />
        </Chapter>
        <Text id="request">
          <Code language="http">{REQUEST}</Code>
        </Text>
        <Text id="payload" />
        <Text id="verify">
          <CodeSamples title={TITLES.verify} samples={RECEIVER_SAMPLES} />
        </Text>
        <Text id="retries">
          <Retries />
          <Markdown text={TEXTS.after} />
        </Text>
        <Text id="duplicates" />
        <Text id="disabled" />
        <Text id="rotate" />
        <Text id="test" />
        <Text id="development">
          <Code language="shell">{LISTEN}</Code>
          <Markdown text={TEXTS.conform} />
          <Code language="shell">{CONFORM}</Code>
        </Text>
        <Text id="limits" />
        <Text id="checklist" />
      </div>
    </DocsFrame>
  );
}

function Text({
  id,
  children,
}: {
  id: keyof typeof TEXTS & ChapterId;
  children?: React.ReactNode;
}) {
  return (
    <Chapter id={id} title={TITLES[id]}>
      <Markdown text={TEXTS[id]} />
      {children}
    </Chapter>
  );
}

function Retries() {
  const rows = RETRY_AFTER_MS.map((ms, index) => ({
    attempt: index + 2,
    wait: duration(ms),
    total: duration(RETRY_AFTER_MS.slice(0, index + 1).reduce((sum, one) => sum + one, 0)),
  }));
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Sent after</th>
          <th scope="col">In total, about</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ attempt, wait, total }) => (
          <tr key={attempt}>
            <td>{attempt}</td>
            <td>{wait}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const EXAMPLE = EVENTS.find(({ type }) => type === "payout.paid")?.example;
const REQUEST = `POST /hook HTTP/1.1
content-type: application/json
webhook-id: evt_01jd5n8k3v0000000000000000
webhook-timestamp: 1795343212
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify(EXAMPLE, null, 2)}`;

const LISTEN = `npm run --silent latchkey -- listen \\
  --url https://partners.example --forward-to http://localhost:4000/`;
const CONFORM = "npm run --silent latchkey -- conform-webhooks http://localhost:4000/";
