import type { Metadata } from "next";
import { ERRORS, type ErrorCode } from "@/server/core/kernel/errors";
import { ENDPOINTS } from "@/server/rest/endpoints";
import { exampleFailure } from "@/server/rest/failures";
import { errorCodes } from "@/server/rest/openapi-operation";
import { DocsFrame } from "../_ui/frame";
import { ErrorEntry } from "./error-entry";
import classes from "./errors.module.css";

export const metadata: Metadata = {
  title: "API error codes",
  description: "Causes and fixes for every Latchkey API error code.",
};

const ENTRIES = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
  const endpoint = ENDPOINTS.find((one) => errorCodes(one).has(code));
  return { code, ...ERRORS[code], example: endpoint ? exampleFailure(endpoint, code) : null };
});

/** The error catalogue, with one anchor per code: the target of the `Link: rel="help"` header. */
export default function ErrorsPage() {
  return (
    <DocsFrame
      title="Error codes"
      isNarrow
      path="/docs/errors"
      index={<Index />}
      lead={
        <>
          All errors share the same shape. Branch on <code>code</code>, which is stable;{" "}
          <code>error</code> is a human-readable message. The request ID is in the{" "}
          <code>X-Request-Id</code> header.
        </>
      }
    >
      {ENTRIES.map((entry) => (
        <ErrorEntry key={entry.code} {...entry} />
      ))}
      <p className={classes.foot}>
        <a href="/">Go to dashboard</a>
      </p>
    </DocsFrame>
  );
}

function Index() {
  return (
    <nav aria-label="Error codes" className={classes.index}>
      <ul>
        {ENTRIES.map(({ code, status }) => (
          <li key={code}>
            <a href={`#${code}`}>
              <span>{code}</span>
              <span className={classes.status}>{status}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
