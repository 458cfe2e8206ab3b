import type { openApiDocument } from "@/server/rest/openapi";
import { type Field, fieldsOf, type Schema } from "../../_ui/fields";

/** A type of event, as the guide lists it. */
export type DocumentedEvent = {
  type: string;
  summary: string;
  scope: string | null;
  /** The fields of the thin event's `data`. */
  data: Field[];
  example: unknown;
};

/** The types of events in the OpenAPI document. */
export function eventsOf(document: ReturnType<typeof openApiDocument>): DocumentedEvent[] {
  const schemas: Record<string, Schema> = document.components.schemas;
  return Object.entries(document.webhooks ?? {}).map(([type, { post }]) => {
    const content = post.requestBody.content["application/json"];
    const schema = schemas[content.schema.$ref.split("/").at(-1) ?? ""];
    const data = schema?.properties?.data;
    return {
      type,
      summary: schema?.description ?? "",
      scope: post["x-required-scope"] ?? null,
      data: fieldsOf(data?.anyOf?.[0] ?? data ?? {}),
      example: content.example,
    };
  });
}
