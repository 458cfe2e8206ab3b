import type { ReactNode } from "react";
import type { CompanyScope } from "@/server/core/scopes/schema";
import { BASE_PATH } from "@/server/rest/route";
import { Code } from "./code";
import classes from "./docs.module.css";
import { Markdown } from "./markdown";
import type { Section } from "./reference";

type ChapterProps = { id: string; title: string; children: ReactNode };

/** A chapter about all endpoints. */
export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.chapter}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

export function GettingStarted({ origin }: { origin: string }) {
  return (
    <Chapter id="getting-started" title="Getting started">
      <p>Base URL. All requests and responses use JSON.</p>
      <Code language="url">{origin + BASE_PATH}</Code>
      <p>
        Create a key in the dashboard under <a href="/api-keys">API keys</a>. The samples on this
        page read it from the environment variable <code>LATCHKEY_KEY</code>. To set it without
        leaving it in your shell history:
      </p>
      <Code language="shell">{READ_KEY}</Code>
      <p>
        Then make your first request: <a href="#getMe">GET /me</a>. This page never sends requests
        or stores your key.
      </p>
      <p>
        The curl samples need Bash, curl 7.76 or later, <code>jq</code> and <code>openssl</code>.
        Save samples that begin with <code>#!</code> to a file. The TypeScript samples are modules
        for Node 20.3 or later: run them with <code>npx tsx sample.mts</code>. The latchkey.ts
        samples import the typed client from the same folder. The Python samples need only the
        standard library. The PHP samples need PHP 8.1 or later with the curl extension.
      </p>
      <OwnThings variable="ACCOUNT_ID" />
    </Chapter>
  );
}

/** Tells the reader to name a thing of their own: the samples that change something use it. */
export function OwnThings({ variable }: { variable: string }) {
  return (
    <p>
      Samples that read one thing take the first of its list. Samples that change one thing take it
      from an environment variable, such as <code>{variable}</code>: you decide what is changed.
    </p>
  );
}

/** `lead` is the introduction of the document. */
export function Authentication({ lead }: { lead: string }) {
  return (
    <Chapter id="authentication" title="Authentication">
      <Markdown text={lead} />
      <p>
        Each key belongs to one partner and can only access that partner&apos;s data. Treat keys
        like passwords: keep them on your server, never in client-side code or a repository. You can
        rotate keys in the dashboard. The old key keeps working until you revoke it; revoking is
        permanent.
      </p>
      <p>
        You can limit a key to IP addresses and CIDR ranges, when you create it or on its page.
        Requests from elsewhere get 403 <code>address_not_allowed</code> and don&apos;t count toward
        its rate limit, so a leaked key is of no use to others. <code>allowed_networks</code> in{" "}
        <a href="#getKey">GET /key</a> lists the ranges.
      </p>
    </Chapter>
  );
}

type ScopesProps = {
  /** The scopes of the API, and what each grants. */
  scopes: Readonly<Record<string, string>>;
  sections: Section[];
  /** How somebody chooses them. */
  lead: string;
  /** Those that operators defined. */
  product?: readonly CompanyScope[];
};

export function Scopes({ scopes, sections, lead, product = [] }: ScopesProps) {
  return (
    <Chapter id="scopes" title="Scopes">
      <p>Scopes control what a key can access. {lead}</p>
      <ul className={classes.fields} aria-label="Scopes">
        {Object.entries(scopes).map(([name, grants]) => (
          <li key={name}>
            <code>{name}</code>
            <p>
              {grants}
              {sections
                .filter(({ endpoint }) => endpoint.scope === name)
                .map(({ id, endpoint }, index) => (
                  <span key={id}>
                    {index === 0 ? ": " : ", "}
                    <a href={`#${id}`}>
                      {endpoint.method} {endpoint.path}
                    </a>
                  </span>
                ))}
            </p>
          </li>
        ))}
      </ul>
      {product.length > 0 && (
        <>
          <p>
            The platform&apos;s product has an API of its own, which accepts the same keys. These
            scopes are for it; no endpoint on this page needs them:
          </p>
          <ul className={classes.fields} aria-label="Scopes of the product API">
            {product.map(({ name, description }) => (
              <li key={name}>
                <code>{name}</code>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Chapter>
  );
}

export function Errors() {
  return (
    <Chapter id="errors" title="Errors">
      <p>
        All errors share the same shape. Branch on <code>code</code>, which is stable;{" "}
        <code>error</code> is a human-readable message and may change. Include the{" "}
        <code>X-Request-Id</code> header when contacting support.
      </p>
      <Code language="json">{ERROR_SAMPLE}</Code>
      <p>
        See <a href="/docs/errors">all error codes</a> with causes and fixes. Each error response
        links to its entry through the <code>Link</code> header.
      </p>
    </Chapter>
  );
}

/** Reads a key without leaving it in the shell history. */
export const READ_KEY = "read -rs LATCHKEY_KEY && export LATCHKEY_KEY";

const ERROR_SAMPLE = `{
  "error": "api key lacks required scope: accounts:write",
  "code": "insufficient_scope",
  "details": { "required": "accounts:write" }
}`;
