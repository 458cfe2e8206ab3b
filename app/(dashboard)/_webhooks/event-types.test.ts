import { expect, it } from "vitest";
import { EVENT_GROUPS } from "./choices";
import { includesType, toggleGroup, toggleType, typesSummary } from "./event-types";

const keys = EVENT_GROUPS.find(({ group }) => group === "key");
const KEY_TYPES = keys?.types.map(({ name }) => name) ?? [];

it("a group is chosen by its pattern, which replaces its types and includes new ones", () => {
  expect(toggleGroup(["payout.paid", "key.created"], "key")).toEqual(["payout.paid", "key.*"]);
  expect(toggleGroup(["payout.paid", "key.*"], "key")).toEqual(["payout.paid"]);
});

it("removing one type of a group that was chosen as a whole leaves its other types", () => {
  if (!keys) throw new Error("keys have events");
  const rest = toggleType(["key.*"], keys, "key.expired");
  expect(rest).toEqual(KEY_TYPES.filter((name) => name !== "key.expired"));
  expect(toggleType(rest, keys, "key.created")).not.toContain("key.created");
  expect(toggleType([], keys, "key.created")).toEqual(["key.created"]);
});

it("a type is included by its name, by its group and by all events", () => {
  for (const chosen of [["*"], ["key.*"], ["key.created"]]) {
    expect(includesType(chosen, "key.created")).toBe(true);
  }
  expect(includesType(["key.revoked", "payout.*"], "key.created")).toBe(false);
});

it("every type is in the group of its resource", () => {
  for (const { group, types } of EVENT_GROUPS) {
    for (const { name } of types) expect(name.startsWith(group)).toBe(true);
  }
});

it("the summary names the chosen types", () => {
  expect(typesSummary(["*"])).toBe("All events");
  expect(typesSummary(["key.*", "payout.paid"])).toBe("key.*, payout.paid");
});
