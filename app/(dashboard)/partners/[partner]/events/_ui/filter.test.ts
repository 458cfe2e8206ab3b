import { createLoader } from "nuqs/server";
import { expect, test } from "vitest";
import { EVENT_GROUPS } from "@/app/(dashboard)/_webhooks/choices";
import { eventsQuery, filterOf } from "./filter";

const load = createLoader(filterOf(EVENT_GROUPS));

test("ignores a type that doesn't exist, and a partner that can't", () => {
  const filter = load("?type=account.renamed&partner=a%00b");
  expect(filter).toMatchObject({ type: null, partner: null });
  expect(eventsQuery(filter, 0)).toEqual({});
});

test("an event that can't exist is looked for, without what no ID has", () => {
  expect(load({ event: `\0${"x".repeat(300)}` })).toMatchObject({ event: "x".repeat(40) });
});

test.each(["account.created", "account.*", "ping"])("keeps %s", (type) => {
  expect(eventsQuery(load({ type }), 0)).toEqual({ type });
});
