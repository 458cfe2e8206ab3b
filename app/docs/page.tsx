import type { Metadata } from "next";
import { headers } from "next/headers";
import { wiring } from "@/server/current-wiring";
import { ENDPOINTS } from "@/server/rest/endpoints";
import { OPENAPI_PATH, openApiDocument } from "@/server/rest/openapi";
import { PARTNER_API } from "@/server/rest/partner-api";
import { productScopes } from "@/server/rest/product-scopes";
import { BASE_PATH } from "@/server/rest/route";
import { CodeSamples } from "./_ui/code-samples";
import { Contents } from "./_ui/contents";
import classes from "./_ui/docs.module.css";
import { EndpointSection } from "./_ui/endpoint-section";
import { groupsOf, guideOf } from "./_ui/entries";
import { DocsFrame } from "./_ui/frame";
import { Authentication, Chapter, Errors, GettingStarted, Scopes } from "./_ui/guide";
import { guideSamples } from "./_ui/guide-samples";
import { chaptersOf, Markdown } from "./_ui/markdown";
import { sectionOf } from "./_ui/reference";

export const metadata: Metadata = {
  title: "API reference",
  description:
    "Every endpoint of the Latchkey API, with samples in curl, TypeScript, Python and PHP.",
};

const SECTIONS = ENDPOINTS.map(sectionOf);
const { lead: LEAD, chapters: CHAPTERS } = chaptersOf(
  openApiDocument(PARTNER_API).info.description,
);
const GROUPS = [guideOf(LEAD, CHAPTERS), ...groupsOf(SECTIONS)];

/** The API reference, from the same list of endpoints as the API and its OpenAPI document. */
export default async function DocsPage() {
  const { publicUrl, core } = await wiring();
  const origin = publicUrl ?? `http://${(await headers()).get("host")}`;
  const product = await productScopes(core);
  return (
    <DocsFrame
      title="API reference"
      path="/docs"
      index={<Contents groups={GROUPS} />}
      lead={<Lead />}
    >
      <div className={classes.main}>
        <GettingStarted origin={origin} />
        <Authentication lead={LEAD} />
        <Scopes
          scopes={PARTNER_API.scopes}
          sections={SECTIONS}
          lead="Choose them when you create the key; you can edit them later in the dashboard. Changes take effect immediately."
          product={product}
        />
        <Errors />
        {CHAPTERS.map(({ id, title, text }) => (
          <Chapter key={id} id={id} title={title}>
            <Markdown
              text={text
                .replaceAll("$KEY", "$LATCHKEY_KEY")
                .replaceAll("$BASE", origin + BASE_PATH)}
            />
            <ChapterSamples id={id} title={title} origin={origin} />
          </Chapter>
        ))}
        {SECTIONS.map((section) => (
          <EndpointSection key={section.id} section={section} origin={origin} />
        ))}
      </div>
    </DocsFrame>
  );
}

function ChapterSamples({ id, title, origin }: { id: string; title: string; origin: string }) {
  const samples = guideSamples(id, origin);
  return samples && <CodeSamples title={title} samples={samples} />;
}

function Lead() {
  return (
    <>
      The Latchkey API lets you manage customers and prices, and read metrics and payouts. Download
      the{" "}
      <a href={BASE_PATH + OPENAPI_PATH} download="openapi.json">
        OpenAPI document
      </a>{" "}
      or the{" "}
      <a href="/latchkey.ts" download>
        typed client
      </a>{" "}
      (a single TypeScript file without dependencies). <a href="/docs/webhooks">Webhooks</a> notify
      your system of events. See the <a href="/docs/changelog">changelog</a> for what has changed.
      The company's own systems use the <a href="/docs/platform">platform API</a>.
    </>
  );
}
