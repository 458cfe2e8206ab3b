/** The subset of JSON Schema that the endpoints' schemas use. */
export type Schema = {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
};

export type Field = {
  /** Includes the names of the parents: `data[].email`. */
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
};

/** The fields of an object, each followed by its nested fields. */
export function fieldsOf(schema: Schema, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const own = { ...fieldOf(field, isRequired), name: `${prefix}${name}` };
    const inner = field.items ?? field;
    return [own, ...fieldsOf(inner, `${own.name}${field.items ? "[]." : "."}`)];
  });
}

/** A field's type, its description with the default value, and whether it is required. */
export function fieldOf(schema: Schema, isRequired: boolean): Omit<Field, "name"> {
  const description = schema.description ?? schema.anyOf?.find((it) => it.description)?.description;
  const preset =
    schema.default === undefined ? "" : `Default: \`${JSON.stringify(schema.default)}\`.`;
  return {
    type: typeOf(schema),
    description: [description && sentence(description), preset].filter(Boolean).join(" "),
    isRequired,
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A type in words: "integer, 1 to 100", "date-time or null". */
function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.items?.enum) return `array of ${typeOf(schema.items)}`;
  if (schema.items) return `array of ${plural(typeOf(schema.items))}`;
  const { additionalProperties: values } = schema;
  if (typeof values === "object" && values.type) return `object of ${plural(typeOf(values))}`;
  const name = schema.format ?? [schema.type ?? "any"].flat().join(" or ");
  return [name, limitsOf(schema)].filter(Boolean).join(", ");
}

function plural(type: string): string {
  const [name, ...limits] = type.split(", ");
  return [`${name}s`, ...limits].join(", ");
}

function limitsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  // JavaScript's largest safe integer is not a limit that anybody chose.
  const low = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const high = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (low !== undefined && high !== undefined) return `${low} to ${grouped(high)}`;
  if (low !== undefined) return `at least ${low}`;
  if (high !== undefined) return `at most ${grouped(high)}`;
  if (minLength !== undefined && maxLength !== undefined) {
    return `${minLength} to ${maxLength} characters`;
  }
  return maxLength === undefined ? "" : `at most ${maxLength} characters`;
}

function grouped(value: number): string {
  return value.toLocaleString("en");
}
