import { expect, it } from "vitest";
import { readEnv } from "../env";
import { introduction } from "./introduction";

const url = "http://127.0.0.1:3000";

it("a server with the demo shows its logins and a first call", () => {
  const text = introduction(readEnv({}), { url, logins: ["  owner@acme.example"] });
  expect(text).toContain("owner@acme.example");
  expect(text).toContain(`${url}/api/v1/reseller/me`);
  expect(text).not.toContain("operator create");
});

it("a server without the demo says how somebody can sign in, and names no page that needs a partner", () => {
  const text = introduction(readEnv({}), { url, logins: [] });
  expect(text).toContain("latchkey -- operator create --email EMAIL");
  expect(text).not.toContain("New key");
});
