import { expect, it } from "vitest";
import { originCheck } from "./origin";

const PUBLIC = "https://partners.example.com/base";

function check(headers: Record<string, string>, publicUrl: string | null = PUBLIC) {
  const lines: [object, string][] = [];
  const log = { warn: (fields: object, message: string) => void lines.push([fields, message]) };
  const refuse = originCheck({ publicUrl, log });
  return { fault: refuse(new Headers(headers)), lines };
}

it("lets our own origin pass, and says nothing", () => {
  expect(check({ origin: "https://partners.example.com" })).toEqual({ fault: null, lines: [] });
});

it("names both addresses in the answer and in the log", () => {
  const { fault, lines } = check({ origin: "http://10.0.0.5:3000" });
  const both =
    "this address, http://10.0.0.5:3000, is not NEXTAUTH_URL, https://partners.example.com";
  expect(fault).toBe(both);
  expect(lines).toEqual([
    [
      { origin: "http://10.0.0.5:3000", expected: "https://partners.example.com" },
      "a request came from an address that is not NEXTAUTH_URL",
    ],
  ]);
});

it("refuses a request that names no origin, or none of a page", () => {
  expect(check({}).fault).toBe("the Origin header is missing");
  expect(check({ origin: "null" }).fault).toContain("this address, null, is not NEXTAUTH_URL");
});

it("cuts an origin that is too long for a line", () => {
  const { fault, lines } = check({ origin: `http://${"x".repeat(15_000)}` });
  expect(fault?.length).toBeLessThan(500);
  expect(JSON.stringify(lines).length).toBeLessThan(700);
});

it("without NEXTAUTH_URL compares with the Host header", () => {
  const host = { host: "localhost:3000" };
  expect(check({ ...host, origin: "http://localhost:3000" }, null).fault).toBeNull();
  const { fault } = check({ ...host, origin: "http://evil.example" }, null);
  expect(fault).toBe(
    "this address, http://evil.example, is not the server's, http://localhost:3000",
  );
});
