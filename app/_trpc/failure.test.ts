import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { actionFailureOf, failureOf } from "./failure";

it("reads the error of a request that was rejected before any procedure ran", () => {
  const responseJSON = {
    error: "this address is not NEXTAUTH_URL",
    code: "forbidden",
    details: {},
  };
  const error = TRPCClientError.from(new Error("Unable to transform response from server"), {
    meta: { responseJSON },
  });
  expect(failureOf(error)).toEqual({
    code: "forbidden",
    message: "This address is not NEXTAUTH_URL.",
    details: {},
    mayPass: false,
  });
});

it.each([
  ["a page of a proxy", "<html>"],
  ["nothing", undefined],
  ["another body", { a: 1 }],
])("reports %s as an unreachable server", (_what, responseJSON) => {
  const error = TRPCClientError.from(new Error("no JSON"), { meta: { responseJSON } });
  expect(failureOf(error)).toMatchObject({ code: "unreachable", mayPass: true });
});

it("of an action without a response, says that it may have been done", () => {
  const { message } = actionFailureOf(new TypeError("Failed to fetch"));
  expect(message).toContain("It may have done this already");
  expect(failureOf(new TypeError("Failed to fetch")).message).toContain("try again");
});
