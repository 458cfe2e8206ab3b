import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { failureOf } from "./failure";

it("tells what was refused before any procedure was called", () => {
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
])("takes %s for a server that was not reached", (_what, responseJSON) => {
  const error = TRPCClientError.from(new Error("no JSON"), { meta: { responseJSON } });
  expect(failureOf(error)).toMatchObject({ code: "unreachable", mayPass: true });
});
