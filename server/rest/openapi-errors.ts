import { ERRORS, type ErrorCode } from "../core/errors";
import { SCOPE_NAMES } from "../core/keys/scopes";

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
  insufficient_scope: details({
    required: { ...text("The scope that the key lacks"), enum: SCOPE_NAMES },
  }),
  validation_failed: details({
    issues: {
      type: "array",
      description: "Everything that is wrong, not only the first",
      items: object({
        path: text("The field or parameter, with dots between names: `metadata.plan`"),
        message: text("What is wrong with it"),
      }),
    },
  }),
  price_below_floor: details({
    floor: { type: "integer", description: "The lowest amount that is allowed, in minor units" },
  }),
  conflict: details(
    {
      field: text("The field whose value is taken"),
      id: text("Your own object that has the value"),
    },
    [],
  ),
  rate_limited: details({
    retry_after_seconds: {
      type: "integer",
      minimum: 1,
      description: "Seconds to wait, as the header Retry-After says",
    },
  }),
};

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
export function errorSchemas() {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const schemas = codes.map((code) => [schemaName(code), errorSchema(code)] as const);
  return {
    ApiError: {
      description:
        "Every error response. `code` says which error it is, and so what `details` holds. New codes may be added.",
      oneOf: codes.map((code) => ({ $ref: reference(code) })),
      discriminator: {
        propertyName: "code",
        mapping: Object.fromEntries(codes.map((code) => [code, reference(code)])),
      },
    },
    ...Object.fromEntries(schemas),
  };
}

function errorSchema(code: ErrorCode): object {
  const { status, when } = ERRORS[code];
  return {
    description: `HTTP ${status}. ${when}`,
    ...object({
      error: text("Human-readable message"),
      code: { ...text("Machine-readable error code"), enum: [code] },
      details: DETAILS[code] ?? UNSPECIFIED,
    }),
  };
}
