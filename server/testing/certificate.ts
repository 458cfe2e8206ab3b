import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locate } from "./packages";
import { temporaryFolder } from "./processes";

/** A certificate that signs itself. */
export type Certificate = {
  /** For NODE_EXTRA_CA_CERTS. */
  file: string;
  cert: Buffer;
  key: Buffer;
};

/** A certificate for `name`, such as `IP:127.0.0.1` or `DNS:partner.example`. */
export function newCertificate(name: string, options: { isExpired?: boolean } = {}): Certificate {
  const folder = temporaryFolder("certificate");
  const [file, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const openssl = (...args: string[]) => execFileSync(locate("openssl"), args, { stdio: "pipe" });
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-subj", "/CN=Latchkey test", "-addext", `subjectAltName=${name}`];
  openssl("req", "-x509", ...ec, "-keyout", keyFile, "-out", file, "-days", "1", ...about);
  if (options.isExpired) {
    openssl("x509", "-in", file, "-signkey", keyFile, "-days", "-1", "-out", file);
  }
  return { file, cert: readFileSync(file), key: readFileSync(keyFile) };
}
