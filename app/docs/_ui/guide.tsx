import type { ReactNode } from "react";
import { SCOPES } from "@/server/core/keys/scopes";
import { BASE_PATH } from "@/server/rest/route";
import code from "./code.module.css";
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
      <p>Every endpoint lies below this address, and speaks JSON in both directions:</p>
      <pre className={code.code} data-language="url">
        {origin + BASE_PATH}
      </pre>
      <p>
        Make a key in the dashboard, under <a href="/api-keys">API keys</a>. It is shown once. Put
        it where the samples of this page read it from, the environment variable{" "}
        <code>LATCHKEY_KEY</code>, without leaving it in the history of your shell:
      </p>
      <pre className={code.code} data-language="shell">
        read -rs LATCHKEY_KEY &amp;&amp; export LATCHKEY_KEY
      </pre>
      <p>
        Then ask <a href="#getMe">who you are</a>. Nothing is filled in here, nor ever sent from
        this page.
      </p>
      <p>
        The curl samples need Bash, curl 7.76 or later, <code>jq</code> and <code>openssl</code>.
        Save those that begin with <code>#!</code> to a file. The TypeScript samples are modules for
        Node 20.3 or later: run them with <code>npx tsx sample.mts</code>. Those named latchkey.ts
        expect the client of that name in the same folder. The Python samples need only the standard
        library.
      </p>
    </Chapter>
  );
}

/** `lead` is the introduction of the document. */
export function Authentication({ lead }: { lead: string }) {
  return (
    <Chapter id="authentication" title="Authentication">
      <Markdown text={lead} />
      <p>
        A key belongs to one partner, and sees and changes only what is that partner's. Whoever has
        it can act for you: keep it on your servers, out of browsers, apps and repositories. Rotate
        it in the dashboard: the old key goes on working until you revoke it, and a revoked one
        never comes back.
      </p>
    </Chapter>
  );
}

export function Scopes({ sections }: { sections: Section[] }) {
  return (
    <Chapter id="scopes" title="Scopes">
      <p>
        Scopes control what a key can access. Choose them when you create the key; you can edit them
        later in the dashboard. Changes take effect at the key's next request.
      </p>
      <ul className={classes.fields} aria-label="Scopes">
        {Object.entries(SCOPES).map(([name, grants]) => (
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
    </Chapter>
  );
}

export function Errors() {
  return (
    <Chapter id="errors" title="Errors">
      <p>
        Every error answers with the same three fields. Decide by <code>code</code>, which never
        changes; <code>error</code> is for people. Quote the header <code>X-Request-Id</code> when
        you ask us about an answer.
      </p>
      <pre className={code.code} data-language="json">
        {ERROR_SAMPLE}
      </pre>
      <p>
        <a href="/docs/errors">All error codes</a>, when each comes and what to do about it. The
        answer's <code>Link</code> header leads to its own.
      </p>
    </Chapter>
  );
}

const ERROR_SAMPLE = `{
  "error": "api key lacks required scope: accounts:write",
  "code": "insufficient_scope",
  "details": { "required": "accounts:write" }
}`;
