import { Secret, TOTP } from "otpauth";
import type { Authenticators } from "../core/kernel/ports";
import { createSeals, type Secrets } from "./seals";

const ISSUER = "Latchkey";
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** The steps by which a phone's clock may be off, either way. */
const WINDOW = 1;

// Settings that every authenticator app supports; several ignore others and show wrong codes.
const totp = (secret: Secret, label: string) =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Authenticator apps. Their secrets are sealed under keys derived from `secrets`. */
export function createAuthenticators(secrets: Secrets): Authenticators {
  const seals = createSeals(secrets, "second factor");
  return {
    sealedBy: seals.keyId,
    reseal: ({ userId, sealed }) => {
      const opened = seals.open(sealed, userId);
      return opened === null ? null : seals.seal(opened, userId);
    },
    create: ({ id, email }) => {
      const fresh = new Secret({ size: SECRET_BYTES });
      const uri = totp(fresh, email).toString();
      return { secret: fresh.base32, uri, sealed: seals.seal(fresh.base32, id) };
    },
    check: ({ userId, sealed, code, now }) => {
      const opened = seals.open(sealed, userId);
      if (opened === null) return "unreadable";
      const timestamp = now.getTime();
      const app = totp(Secret.fromBase32(opened), "");
      const delta = app.validate({ token: code, timestamp, window: WINDOW });
      return delta === null ? "wrong" : { step: app.counter({ timestamp }) + delta };
    },
  };
}
