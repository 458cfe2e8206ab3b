import { BASE_PATH, PLATFORM_BASE_PATH } from "@/server/rest/route";
import { Code } from "./code";
import { CodeSamples } from "./code-samples";
import classes from "./docs.module.css";
import { FieldList } from "./field-list";
import { Prose } from "./prose";
import type { Section } from "./reference";
import { samplesOf } from "./samples";

/** The reference of one endpoint: parameters, responses and samples. */
export function EndpointSection({ section, origin }: { section: Section; origin: string }) {
  const { id, endpoint, parameters, body, status, returns, headers } = section;
  const response = JSON.stringify(endpoint.example, null, 2);
  const { method, path, summary, description, scope } = endpoint;
  const basePath = endpoint.keyType === "platform" ? PLATFORM_BASE_PATH : BASE_PATH;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.endpoint}>
      <div>
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p className={classes.call}>
          <span className={classes.method} data-method={method}>
            {method}
          </span>
          <code>
            {basePath}
            <b>{path}</b>
          </code>
        </p>
        {description && (
          <p>
            <Prose text={description} />
          </p>
        )}
        <p className={classes.scope}>
          {scope ? "Required scope: " : "Works with any valid key, "}
          <a href="#scopes">{scope ? <code>{scope}</code> : "no scope required"}</a>
        </p>
        <FieldList title="Parameters" of={summary} fields={parameters} isInput />
        <FieldList title="Request body" of={summary} fields={body} isInput />
        <FieldList title="Response" of={summary} fields={returns} />
        <FieldList
          title="Response headers"
          of={summary}
          fields={headers.map((header) => ({ ...header, type: "", isRequired: false }))}
        />
        <ErrorLinks section={section} />
      </div>
      <div className={classes.code}>
        <CodeSamples title={summary} samples={samplesOf(endpoint, origin + basePath)} />
        <Code language="json" title={`Example response, ${status}`} copyLabel="Copy response">
          {response}
        </Code>
      </div>
    </section>
  );
}

function ErrorLinks({ section: { endpoint, errors } }: { section: Section }) {
  return (
    <>
      <h3>Errors</h3>
      <ul className={classes.errors} aria-label={`Errors: ${endpoint.summary}`}>
        {errors.map(({ code: name, status }) => (
          <li key={name}>
            <a href={`/docs/errors#${name}`}>
              <span>{status}</span> {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
