import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { locate } from "../../e2e/support/packages";
import { openPlatform } from "../../e2e/support/platform";

const promtool = (...args: string[]) =>
  execFileSync(locate("promtool"), args, { encoding: "utf8" });

it("Prometheus accepts the alert rules, and they fire only when they should", () => {
  expect(promtool("check", "rules", "docs/prometheus-rules.yml")).toContain("SUCCESS");
  expect(promtool("test", "rules", "docs/prometheus-rules.test.yml")).toContain("SUCCESS");
});

it("every metric used by an alert exists", async () => {
  const token = "a token of the tests";
  const platform = await openPlatform({ env: { METRICS_TOKEN: token } });
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request("http://latchkey.test/api/metrics", { headers });
  const text = await (await platform.wiring.watch.answerMetrics(request)).text();
  await platform.close();
  const rules = readFileSync("docs/prometheus-rules.yml", "utf8");
  const asked = new Set(rules.match(/\b(?:latchkey|nodejs)_\w+(?=[{[)])/g));
  expect(asked.size).toBeGreaterThan(5);
  for (const name of asked) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
});
