import { expect, it } from "vitest";
import { PARTNER_API } from "@/server/rest/partner-api";
import { PLATFORM_API } from "@/server/rest/platform-api";
import { samplesOf } from "./samples";

const BASE = "https://latchkey.example/api";
const ALL = [...PARTNER_API.endpoints, ...PLATFORM_API.endpoints].map((endpoint) => ({
  of: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  samples: Object.entries(samplesOf(endpoint, BASE)),
}));

it("no sample changes the first thing of a list: its reader names what is changed", () => {
  const changes = ALL.filter(
    ({ endpoint }) => endpoint.method !== "GET" && /\/\{\w+\}/.test(endpoint.path),
  ).filter(({ of }) => of !== "PUT /prices/{product}" && !of.endsWith("{event_id}/resend"));
  expect(changes.length).toBeGreaterThan(20);
  for (const { of, samples } of changes) {
    for (const [language, code] of samples) {
      expect([of, language, code.includes("limit=1")]).toEqual([of, language, false]);
      expect([of, code]).toEqual([of, expect.stringMatching(/[A-Z]+_(ID|CODE|NAME)\b/)]);
    }
  }
});

it.each([
  ["terminatePartner", "PARTNER_CODE"],
  ["anonymizeAccount", "ACCOUNT_ID"],
  ["approveLimitRequest", "LIMIT_REQUEST_ID"],
  ["deleteWebhookEndpoint", "WEBHOOK_ENDPOINT_ID"],
  ["removeScope", "SCOPE_NAME"],
])("%s asks for %s in every language", (id, variable) => {
  const found = ALL.filter(({ endpoint }) => endpoint.id === id);
  expect(found).not.toEqual([]);
  for (const { samples } of found) {
    const { curl, TypeScript, Python, PHP } = Object.fromEntries(samples);
    expect(curl).toContain(`\${${variable}:?}`);
    expect(TypeScript).toContain(`process.env.${variable};`);
    expect(Python).toContain(`os.environ["${variable}"]`);
    expect(PHP).toContain(`getenv("${variable}") ?: throw`);
  }
});

it("braces in a value are part of it", () => {
  const verify = ALL.find(({ endpoint }) => endpoint.id === "verifyKey");
  for (const [language, code] of verify?.samples ?? []) {
    expect([language, code]).toEqual([language, expect.stringContaining('"/orders/{id}"')]);
  }
  expect(verify?.samples).toHaveLength(4);
});
