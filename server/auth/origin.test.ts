import { expect, it } from "vitest";
import { originCheck } from "./origin";

const PUBLIC = "https://partners.example.com/base";

function check(headers: Record<string, string>, publicUrl: string | null = PUBLIC) {
  const lines: [object, string][] = [];
  const log = { warn: (fields: object, message: string) => void lines.push([fields, message]) };
  const refuse = originCheck({ publicUrl, log });
  return { fault: refuse(new Headers(headers)), lines };
}

it("accepts our own origin without logging", () => {
  expect(check({ origin: "https://partners.example.com" })).toEqual({ fault: null, lines: [] });
});

it("names both origins in the response and in the log", () => {
  const { fault, lines } = check({ origin: "http://10.0.0.5:3000" });
  const both =
    "The origin http://10.0.0.5:3000 does not match NEXTAUTH_URL (https://partners.example.com).";
  expect(fault).toBe(both);
  expect(lines).toEqual([
    [
      { origin: "http://10.0.0.5:3000", expected: "https://partners.example.com" },
      "request rejected: Origin does not match NEXTAUTH_URL",
    ],
  ]);
});

it("rejects a request without an origin, or with one that is not a web page's", () => {
  expect(check({}).fault).toBe("The Origin header is missing.");
  expect(check({ origin: "null" }).fault).toContain("The origin null does not match NEXTAUTH_URL");
});

it("truncates a long origin", () => {
  const { fault, lines } = check({ origin: `http://${"x".repeat(15_000)}` });
  expect(fault?.length).toBeLessThan(500);
  expect(JSON.stringify(lines).length).toBeLessThan(700);
});

it("without NEXTAUTH_URL, compares the origin with the Host header", () => {
  const host = { host: "localhost:3000" };
  expect(check({ ...host, origin: "http://localhost:3000" }, null).fault).toBeNull();
  const { fault } = check({ ...host, origin: "http://evil.example" }, null);
  expect(fault).toBe(
    "The origin http://evil.example does not match the Host header (http://localhost:3000).",
  );
});
