import { ERRORS, type ErrorCode } from "../core/kernel/errors";

const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
const text = (description: string) => ({ type: "string", description });
const details = (properties: object, required?: string[]) => ({
  ...object(properties, required),
  description: "Error-specific data",
});

/** The schema of `details`, for the codes on which integrators can act. */
const DETAILS: { [Code in ErrorCode]?: object } = {
  validation_failed: details({
    issues: {
      type: "array",
      description: "All validation errors",
      items: object({
        path: text("The field or parameter, with dots between names, for example `metadata.plan`"),
        message: text("The validation error"),
      }),
    },
  }),
  price_below_floor: details({
    floor: { type: "integer", description: "Minimum price in minor units" },
  }),
  conflict: details(
    {
      field: text("The field that caused the conflict"),
      id: text("ID of your resource that has the value"),
      status: text("The resource's status that doesn't allow the change"),
      limit: { type: "integer", description: "The number that you have reached" },
    },
    [],
  ),
  events_expired: details({
    oldest_sequence: {
      type: "integer",
      description: "The oldest event that may remain; continue with `after` one less than this",
    },
  }),
  rate_limited: details({
    retry_after_seconds: {
      type: "integer",
      minimum: 1,
      description: "Seconds to wait, as in the Retry-After header",
    },
  }),
};

const missingScope = (scopes: readonly string[]) =>
  details({ required: { ...text("The missing scope"), enum: scopes } });

const UNSPECIFIED = {
  type: "object",
  additionalProperties: true,
  description: "Error-specific data; usually empty",
};

/** `rate_limited` is a `RateLimitedError`, `internal_error` an `InternalError`. */
function schemaName(code: string): string {
  const words = code.replace(/_error$/, "").split("_");
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Error`;
}

const reference = (code: string) => `#/components/schemas/${schemaName(code)}`;

/**
 * The schemas of the error body (specification, section 2): one for each code, and `ApiError`, the
 * union of them, discriminated by `code`.
 */
export function errorSchemas(scopes: readonly string[]) {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const schemas = codes.map((code) => [schemaName(code), errorSchema(code, scopes)] as const);
  return {
    ApiError: {
      description:
        "The body of every error response. `code` identifies the error and determines the fields of `details`. New codes may be added.",
      oneOf: codes.map((code) => ({ $ref: reference(code) })),
      discriminator: {
        propertyName: "code",
        mapping: Object.fromEntries(codes.map((code) => [code, reference(code)])),
      },
    },
    ...Object.fromEntries(schemas),
  };
}

function errorSchema(code: ErrorCode, scopes: readonly string[]): object {
  const { status, when } = ERRORS[code];
  return {
    description: `HTTP ${status}. ${when}`,
    ...object({
      error: text("Human-readable message"),
      code: { ...text("Machine-readable error code"), enum: [code] },
      details:
        code === "insufficient_scope" ? missingScope(scopes) : (DETAILS[code] ?? UNSPECIFIED),
    }),
  };
}
