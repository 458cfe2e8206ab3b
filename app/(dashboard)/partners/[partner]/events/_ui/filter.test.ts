import { createLoader } from "nuqs/server";
import { expect, test } from "vitest";
import { EVENT_GROUPS } from "@/app/(dashboard)/_webhooks/choices";
import { eventsQuery, filterOf } from "./filter";

const load = createLoader(filterOf(EVENT_GROUPS));

test("ignores a type that doesn't exist, and what can't be an ID", () => {
  const filter = load("?type=account.renamed&partner=a%00b&event=%e2%80%aex");
  expect(filter).toMatchObject({ type: null, partner: null, event: null });
  expect(eventsQuery(filter, 0)).toEqual({});
});

test.each(["account.created", "account.*", "ping"])("keeps %s", (type) => {
  expect(eventsQuery(load({ type }), 0)).toEqual({ type });
});
