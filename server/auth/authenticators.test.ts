import { expect, it } from "vitest";
import { codeAt } from "../testing/authenticator";
import { createAuthenticators } from "./authenticators";
import { createSeals } from "./seals";

const SECRET = "a secret of the tests, long enough to sign with";
const NOW = new Date("2026-11-21T12:00:10Z");
const STEP = 30_000;
const ANN = { id: "usr_ann", email: "ann@acme.example" };

const authenticators = createAuthenticators([SECRET]);
const check = (input: {
  sealed: { bytes: Uint8Array<ArrayBuffer>; by: string };
  code: string;
  by?: typeof authenticators;
  userId?: string;
}) => (input.by ?? authenticators).check({ userId: ANN.id, now: NOW, ...input });

it("generates the codes of RFC 6238, appendix B", () => {
  const seals = createSeals([SECRET], "second factor");
  // "12345678901234567890" in base32.
  const sealed = seals.seal("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", ANN.id);
  const now = new Date(1_111_111_109_000);
  expect(authenticators.check({ userId: ANN.id, sealed, code: "081804", now })).toEqual({
    step: 37_037_036,
  });
});

it("accepts the codes of the current and the two adjacent time steps only", () => {
  const { secret, sealed } = authenticators.create(ANN);
  const outcomes = [-2, -1, 0, 1, 2].map((steps) =>
    check({ sealed, code: codeAt(secret, NOW.getTime() + steps * STEP) }),
  );
  const step = Math.floor(NOW.getTime() / STEP);
  expect(outcomes).toEqual(["wrong", { step: step - 1 }, { step }, { step: step + 1 }, "wrong"]);
});

it("creates a setup URL that all authenticator apps understand, with a 160-bit secret", () => {
  const { secret, uri } = authenticators.create(ANN);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(uri);
  expect(decodeURIComponent(url.pathname)).toContain("Latchkey:ann@acme.example");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: "Latchkey",
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(authenticators.create(ANN).secret).not.toBe(secret);
});

it("encrypts the secret so that no other user, other NEXTAUTH_SECRET or tampered text can read it", () => {
  const { secret, sealed } = authenticators.create(ANN);
  const code = codeAt(secret, NOW.getTime());
  expect(Buffer.from(sealed.bytes).toString("latin1")).not.toContain(secret);
  expect(check({ sealed, code, userId: "usr_bob" })).toBe("unreadable");
  const rotated = createAuthenticators([`${SECRET}, another`]);
  expect(check({ sealed, code, by: rotated })).toBe("unreadable");
  for (const index of [0, 20, sealed.bytes.length - 1]) {
    const bytes = new Uint8Array(sealed.bytes);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(check({ sealed: { ...sealed, bytes }, code })).toBe("unreadable");
  }
  expect(check({ sealed: { ...sealed, bytes: new Uint8Array(3) }, code })).toBe("unreadable");
});

it("encrypts the same text differently each time and stores the key's ID", () => {
  const seals = createSeals([SECRET], "second factor");
  const [one, other] = [seals.seal("x", "a"), seals.seal("x", "a")];
  expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(false);
  expect(one.by).toBe(other.by);
  expect(createSeals([`${SECRET}!`], "second factor").seal("x", "a").by).not.toBe(one.by);
  expect(createSeals([SECRET], "another purpose").open(one, "a")).toBeNull();
});

it("throws without a NEXTAUTH_SECRET", () => {
  expect(() => createSeals([""], "second factor").seal("x", "a")).toThrow("no secret");
});
