import { webcrypto, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { drawSecret } from "./draw-secret.ts";
import { privateFile, writePrivateFile } from "../config/page-folder.ts";

/** Certificate of the page's server with its private key; `key` and `certificate` are PEM. */
export type PageCertificate = {
  certificate: string;
  key: string;
  /** SHA-256, as browsers show it. */
  fingerprint: string;
  validUntil: string;
  isNew: boolean;
};

const DAY_MS = 86_400_000;
/** Apple's systems refuse certificates of servers that are valid for longer than 825 days. */
const VALID_DAYS = 820;
/** One that ends sooner than this is replaced at a start. */
const RENEW_DAYS = 60;

/**
 * The certificate of this device's page, which it signed itself. It is made once and kept with the agent's data, its
 * key readable by the agent's user alone, so that its fingerprint stays the same until it is about to expire.
 */
export async function keepCertificate(parts: {
  dataDir: string;
  deviceId: string;
  nowMs: number;
}): Promise<PageCertificate> {
  const kept = readCertificate(parts.dataDir);
  if (kept && Date.parse(kept.validUntil) - parts.nowMs > RENEW_DAYS * DAY_MS) return kept;
  const { certificate, key } = await makeCertificate(parts);
  // One file: a power cut between two would leave a key that fits no certificate.
  writePrivateFile(parts.dataDir, FILE, `${key}${certificate}`);
  const made = readCertificate(parts.dataDir);
  if (!made) throw new Error("the certificate that was just made cannot be read back");
  return { ...made, isNew: true };
}

const FILE = "certificate.pem";

/** The certificate that is kept; undefined where none was made yet. */
export function readCertificate(dataDir: string): PageCertificate | undefined {
  try {
    const text = readFileSync(privateFile(dataDir, FILE), "utf8");
    const start = text.indexOf("-----BEGIN CERTIFICATE-----");
    const [key, certificate] = [text.slice(0, start), text.slice(start)];
    const { fingerprint256: fingerprint, validTo } = new X509Certificate(certificate);
    return { certificate, key, fingerprint, validUntil: new Date(validTo).toISOString(), isNew: false };
  } catch {
    return undefined;
  }
}

async function makeCertificate({ deviceId, nowMs }: { deviceId: string; nowMs: number }) {
  // Only here: the library is needed once in two years.
  const x509 = await import("@peculiar/x509");
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: drawSecret(15).toString("hex").replace(/^/, "01"),
    name: `CN=edge-agent ${deviceId}`,
    // A device whose clock is late has a certificate that is valid, too.
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(nowMs + VALID_DAYS * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(ownNames()),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{1,64}/g, "$&\n")}-----END PRIVATE KEY-----\n`;
  return { certificate: `${certificate.toString("pem")}\n`, key };
}

/** The names and addresses under which a technician may open the page now. */
function ownNames(): { type: "dns" | "ip"; value: string }[] {
  const host = hostname();
  const names = /^[A-Za-z0-9.-]+$/.test(host) ? ["localhost", host] : ["localhost"];
  return [
    ...names.map((value) => ({ type: "dns" as const, value })),
    ...["127.0.0.1", "::1", ...ownAddresses()].map((value) => ({ type: "ip" as const, value })),
  ];
}

/** The addresses of this machine in its networks. */
export function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  // Those of one link need the name of an interface in a URL, which no browser takes.
  return all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
}
