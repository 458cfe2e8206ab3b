import { describe, expect, it } from "vitest";
import { safePath, signInPath } from "./safe-path";

describe("the redirect after sign-in", () => {
  it.each([
    "/api-keys",
    "/api-keys?show=all",
    "/operator#partners",
    "/settings/password",
    "/a/b%20c?d=%2F%2Fevil.example",
  ])("goes to a path of this site: %s", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "/\u0000/evil.example",
    "/\u2028/evil.example",
    "/\u200b/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e%2e//evil.example",
    "https://evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    "",
    null,
    undefined,
    `/${"a".repeat(3000)}`,
  ])("goes nowhere else: %j", (path) => {
    expect(safePath(path)).toBe("/");
  });

  it.each(["/sign-in", "/sign-in?callbackUrl=/sign-in", "/api/auth/signout", "/a/../sign-in"])(
    "does not go to a path that would loop or is not a page: %s",
    (path) => {
      expect(safePath(path)).toBe("/");
    },
  );

  it.each([
    ["/second-factor?callbackUrl=%2Faccount%3Fa%3Db#c", "/account?a=b#c"],
    ["/second-factor?callbackUrl=%2F%2Fevil.example", "/"],
    ["/second-factor", "/"],
  ])("goes where the second-factor setup would lead: %s", (path, target) => {
    expect(safePath(path)).toBe(target);
  });

  it("the sign-in URL contains the page to return to", () => {
    expect(signInPath("/api-keys?show=all")).toBe("/sign-in?callbackUrl=%2Fapi-keys%3Fshow%3Dall");
    expect(signInPath("/x", "expired")).toBe("/sign-in?callbackUrl=%2Fx&reason=expired");
    expect(signInPath("//evil.example")).toBe("/sign-in");
  });
});
