import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { locate } from "../testing/packages";
import { openPlatform } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";

const promtool = (...args: string[]) =>
  execFileSync(locate("promtool"), args, { encoding: "utf8" });

it("Prometheus accepts the alert rules, and they fire only when they should", () => {
  expect(promtool("check", "rules", "docs/prometheus-rules.yml")).toContain("SUCCESS");
  expect(promtool("test", "rules", "docs/prometheus-rules.test.yml")).toContain("SUCCESS");
});

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});
const dashboard = () =>
  Dashboard.parse(JSON.parse(readFileSync("docs/deploy/grafana.json", "utf8"))).panels;

/** The names of all metrics of a process that has served a request. */
async function metricNames(): Promise<Set<string>> {
  const token = "a token of the tests";
  const platform = await openPlatform({ env: { METRICS_TOKEN: token } });
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request("http://latchkey.test/api/metrics", { headers });
  const text = await (await platform.wiring.watch.answerMetrics(request)).text();
  await platform.close();
  return new Set(text.match(/(?<=^# TYPE )\w+/gm));
}

const METRIC = /\b(?:latchkey|nodejs|process)_\w+(?=[{[)]|$| [*/>])/g;

it("every metric used by an alert or by the Grafana dashboard exists", async () => {
  const exist = await metricNames();
  const rules = readFileSync("docs/prometheus-rules.yml", "utf8");
  const shown = dashboard().flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const text of [rules, shown.join("\n")]) {
    const asked = new Set(text.match(METRIC));
    expect(asked.size).toBeGreaterThan(10);
    for (const name of asked) expect(exist).toContain(name.replace(/_bucket$/, ""));
  }
});

it("Prometheus can parse each query of the Grafana dashboard, and no panels overlap", () => {
  const panels = dashboard();
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, index) => ({
    record: `query_${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  }));
  const file = join(temporaryFolder("rules"), "rules.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  expect(promtool("check", "rules", file)).toContain(`SUCCESS: ${queries.length} rules`);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
