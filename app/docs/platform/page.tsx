import type { Metadata } from "next";
import { headers } from "next/headers";
import { wiring } from "@/server/current-wiring";
import { OPENAPI_PATH, openApiDocument } from "@/server/rest/openapi";
import { PLATFORM_API } from "@/server/rest/platform-api";
import { PLATFORM_BASE_PATH } from "@/server/rest/route";
import { Code } from "../_ui/code";
import { Contents } from "../_ui/contents";
import classes from "../_ui/docs.module.css";
import { EndpointSection } from "../_ui/endpoint-section";
import { groupsOf, guideOf } from "../_ui/entries";
import { DocsFrame } from "../_ui/frame";
import { Chapter, Errors, OwnThings, READ_KEY, Scopes } from "../_ui/guide";
import { chaptersOf, Markdown } from "../_ui/markdown";
import { sectionOf } from "../_ui/reference";

export const metadata: Metadata = {
  title: "Platform API reference",
  description:
    "Every endpoint of Latchkey's platform API, for the company's own systems, with samples in curl, TypeScript, Python and PHP.",
};

const SECTIONS = PLATFORM_API.endpoints.map(sectionOf);
const { lead: LEAD, chapters: CHAPTERS } = chaptersOf(
  openApiDocument(PLATFORM_API).info.description,
);
const GROUPS = [guideOf(LEAD, CHAPTERS), ...groupsOf(SECTIONS)];

/** The reference of the platform API, as that of the partners' API. */
export default async function PlatformDocsPage() {
  const { publicUrl } = await wiring();
  const origin = publicUrl ?? `http://${(await headers()).get("host")}`;
  return (
    <DocsFrame
      title="Platform API reference"
      path="/docs/platform"
      index={<Contents groups={GROUPS} />}
      lead={<Lead />}
    >
      <div className={classes.main}>
        <GettingStarted origin={origin} />
        <Chapter id="authentication" title="Authentication">
          <Markdown text={LEAD} />
          <p>
            A key that can write expires within a year, and any key can be limited to IP addresses.
            Keep it on your servers. No platform key can create operators or other platform keys,
            reset a sign-in, or change payout details.
          </p>
        </Chapter>
        <Scopes
          scopes={PLATFORM_API.scopes}
          sections={SECTIONS}
          lead="Operators choose them when they create the key. Give each system only what it needs."
        />
        <Errors />
        {CHAPTERS.map(({ id, title, text }) => (
          <Chapter key={id} id={id} title={title}>
            <Markdown text={text} />
          </Chapter>
        ))}
        {SECTIONS.map((section) => (
          <EndpointSection key={section.id} section={section} origin={origin} />
        ))}
      </div>
    </DocsFrame>
  );
}

function GettingStarted({ origin }: { origin: string }) {
  return (
    <Chapter id="getting-started" title="Getting started">
      <p>Base URL. All requests and responses use JSON.</p>
      <Code language="url">{origin + PLATFORM_BASE_PATH}</Code>
      <p>
        Operators create a key in the console under{" "}
        <a href="/operator/platform-keys">Platform keys</a>. The samples on this page read it from
        the environment variable <code>LATCHKEY_KEY</code>. To set it without leaving it in your
        shell history:
      </p>
      <Code language="shell">{READ_KEY}</Code>
      <p>
        The samples need what those of the <a href="/docs">reference of the partners&apos; API</a>{" "}
        need. Partners are named by their code.
      </p>
      <OwnThings variable="PARTNER_CODE" />
    </Chapter>
  );
}

function Lead() {
  return (
    <>
      With the platform API, the company&apos;s own systems manage partners, their keys, customers
      and money, and check keys that partners send to the company&apos;s own API. Download the{" "}
      <a href={PLATFORM_BASE_PATH + OPENAPI_PATH} download="openapi-platform.json">
        OpenAPI document
      </a>{" "}
      or the{" "}
      <a href="/latchkey-platform.ts" download>
        typed client
      </a>{" "}
      (a single TypeScript file without dependencies).
    </>
  );
}
