import { expect, it } from "vitest";
import { PASSWORD, platformForTests } from "../testing/platform";
import { authOptions } from "./options";

const platform = await platformForTests();
const { email } = await platform.newPerson(await platform.newPartner(), "owner");

type Authorize = (credentials: unknown, request: { headers: object }) => Promise<unknown>;

/** The function that next-auth calls with any input. */
function authorize(credentials: unknown): Promise<unknown> {
  const request = { cookies: [], clientAddress: () => null };
  const options = authOptions(platform.wiring.core, { secrets: ["s"], ...request });
  const [provider] = options.providers as unknown as { options: { authorize: Authorize } }[];
  if (!provider) throw new Error("there is a provider");
  return provider.options.authorize(credentials, { headers: {} });
}

it("signs in with email and password", async () => {
  expect(await authorize({ email, password: PASSWORD })).toEqual({ id: expect.any(String) });
});

it.each([
  ["nothing", undefined],
  ["an object as the email", { email: { contains: "@" }, password: PASSWORD }],
  ["an array as the code", { email: "a@b.example", password: PASSWORD, code: ["1"] }],
  ["a NUL", { email: "a\0@b.example", password: PASSWORD }],
  ["a lone surrogate", { email: "a\ud800@b.example", password: PASSWORD }],
  ["a very long email", { email: "a".repeat(100_000), password: PASSWORD }],
])("reports %s as wrong credentials, not as an outage", async (_, credentials) => {
  const refused = await authorize(credentials).catch((error: Error) => error.message);
  expect(refused).toBeNull();
});
