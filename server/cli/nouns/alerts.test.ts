import { expect, test } from "vitest";
import { platformForTests } from "../../testing/platform";
import { findCommand } from "../commands";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { run } = commandsOn(platform);

test("an alert is created, listed and deleted", async () => {
  const partner = await platform.newPartner();
  const { key } = await platform.newKey(partner, { label: "Shop" });
  const of = { partner: partner.code };
  expect((await run("alert list", of)).text).toContain("No alerts yet.");
  const rule = { kind: "error_share", threshold: "10", target: key.id };
  const created = await run("alert create", { ...of, ...rule });
  expect(created.json).toMatchObject({
    kind: "error_share",
    target: key.id,
    threshold: 10,
    fired_at: null,
  });
  expect(created.text).toContain("At least 10% of requests from Shop fail.");
  const listed = await run("alert list", of);
  expect(listed.json).toEqual([created.json]);
  expect(listed.text).toMatch(/ok .*At least 10% of requests from Shop fail$/);
  const again = await run("alert create", { ...of, ...rule });
  expect(again.failure).toMatchObject({ code: "conflict" });

  const other = await platform.newPartner();
  const named = { partner: other.code, alertId: created.json.id };
  expect((await run("alert delete", named)).failure).toMatchObject({ code: "not_found" });
  const gone = await run("alert delete", { ...of, alertId: created.json.id });
  expect(gone.json).toEqual({ id: created.json.id });
  expect((await run("alert list", of)).json).toEqual([]);
});

test("words that make no rule are refused with the option's name, before anything is asked", () => {
  const check = (words: Record<string, string>) =>
    findCommand("alert create")?.check({ partner: "acme", ...words });
  expect(check({ kind: "error_share", threshold: "101", target: "key_1" })).toEqual([
    { path: "--threshold", message: "Enter a number from 1 to 100." },
  ]);
  expect(check({ kind: "error_share", threshold: "10" })).toEqual([
    { path: "--target", message: "Required." },
  ]);
  expect(check({ kind: "no_traffic", threshold: "168" })).toEqual([]);
  expect(check({ kind: "latency", threshold: "10" })).toMatchObject([{ path: "--kind" }]);
});
