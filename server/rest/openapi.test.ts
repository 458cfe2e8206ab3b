import { expect, it } from "vitest";
import { z } from "zod";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "../core/registry";

// Reads only the committed document, as an integrator would.
const text = committed("openapi.json");
type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Example = { $ref?: string; value?: { error: string; code: string; details: object } };
type Content = {
  "application/json": { schema: Schema; example?: unknown; examples?: Record<string, Example> };
};
type Operation = {
  operationId: string;
  responses: Record<string, { description: string; content?: Content }>;
  requestBody?: { content: Content };
};
const DOCUMENT = JSON.parse(text);
const { paths, webhooks } = DOCUMENT as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
};

/** A parser for the schema, which may be a reference. */
const parserOf = (schema: Schema = {}) => z.fromJSONSchema(dereferenced(Object(schema), DOCUMENT));

it.each(EVENT_TYPE_NAMES)("documents the webhook of %s, with an example of it", (type) => {
  const { post } = webhooks[type] ?? {};
  const json = post?.requestBody?.content["application/json"];
  expect(json?.example).toMatchObject({ type, data: EVENT_TYPES[type].example.data });
  const parser = parserOf(json?.schema);
  expect(parser.safeParse(json?.example).error).toBeUndefined();
  const renamed = { ...Object(json?.example), type: "other" };
  expect(parser.safeParse(renamed).success).toBe(false);
  expect(Object.keys(post?.responses ?? {})).toEqual(["410", "2XX", "default"]);
});

it("sequences of the feed begin at 1, and only a webhook may have 0, that of a test event", () => {
  const { Event, AccountCreatedFeedEvent, AccountCreatedEvent } = JSON.parse(text).components
    .schemas as Record<string, { properties: { sequence: { minimum: number } } }>;
  const smallest = [Event, AccountCreatedFeedEvent, AccountCreatedEvent].map(
    (schema) => schema?.properties.sequence.minimum,
  );
  expect(smallest).toEqual([1, 1, 0]);
});

it("documents a webhook for each type of event, and no other", () => {
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPE_NAMES);
  const ids = Object.values(webhooks).map(({ post }) => post.operationId);
  const others = Object.values(paths).flatMap((methods) => Object.values(methods));
  const all = [...ids, ...others.map(({ operationId }) => operationId)];
  expect(new Set(all).size).toBe(all.length);
});
