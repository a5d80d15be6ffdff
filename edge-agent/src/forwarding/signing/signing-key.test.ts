import { createPublicKey, verify } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestLogger, openTestOutbox, scanCapture, temporaryFolder } from "../../outbox/testing/captures.ts";
import { openRecordSigner, openSigningKey, replaceSigningKey, signingKeyFile } from "./signing-key.ts";

const isSignedBy = (publicKey: string, text: unknown, signature: unknown) => {
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(String(text)), key, Buffer.from(String(signature), "base64"));
};

function payloadOf(outbox: ReturnType<typeof openTestOutbox>, id: string): Record<string, unknown> {
  const read = outbox.read(id);
  if (!read.ok) throw new Error(`record ${id} is ${read.reason}`);
  return read.record.payload;
}

test("a data folder has one key, which only its owner can read and which is replaced on request only", () => {
  const folder = temporaryFolder();
  const made = openSigningKey(folder);
  expect(readdirSync(folder)).toEqual(["signing-key.pem"]);
  expect(statSync(signingKeyFile(folder)).mode & 0o777).toBe(0o600);
  expect(Buffer.from(made.publicKey, "base64")).toHaveLength(32);
  expect(openSigningKey(folder).publicKey).toBe(made.publicKey);
  expect(isSignedBy(made.publicKey, "text", made.sign("text"))).toBe(true);
  const replaced = replaceSigningKey(folder);
  expect(replaced.fingerprint).not.toBe(made.fingerprint);
  expect(openSigningKey(folder).publicKey).toBe(replaced.publicKey);
  expect(readdirSync(folder)).toEqual(["signing-key.pem"]);
});

test("a record is signed at its capture, and keeps its signature under a later key", () => {
  const folder = temporaryFolder();
  const key = openSigningKey(folder);
  const [first, second] = [scanCapture(), scanCapture()];
  const unsigned = openTestOutbox({ folder });
  expect(unsigned.insert(first)).toMatchObject({ ok: true });
  unsigned.close();
  const outbox = openTestOutbox({ folder, sign: key.sign });
  expect(outbox.insert(second)).toMatchObject({ ok: true });
  const { containerNumber: _number, ...unnumbered } = scanCapture();
  expect(outbox.insertUnnumbered(unnumbered)).toMatchObject({ ok: true });
  outbox.close();
  const later = openTestOutbox({ folder, sign: replaceSigningKey(folder).sign });
  expect(later.assignNumber(unnumbered.id, "MSCU1234566")).toBe("numbered");
  expect(payloadOf(later, first.id)).not.toHaveProperty("record_signature");
  const { record_sha256: hash, record_signature: signature } = payloadOf(later, second.id);
  expect(isSignedBy(key.publicKey, hash, signature)).toBe(true);
  const numbered = payloadOf(later, unnumbered.id);
  const isOfNewKey = isSignedBy(
    openSigningKey(folder).publicKey,
    numbered["record_sha256"],
    numbered["record_signature"],
  );
  expect(isOfNewKey).toBe(true);
  expect(numbered["previous_sha256"]).toBe(hash);
});

test("with a key file that cannot be used, captures continue without a signature, and the file does not change", () => {
  const folder = temporaryFolder();
  writeFileSync(signingKeyFile(folder), "no key");
  chmodSync(signingKeyFile(folder), 0o600);
  const logger = createTestLogger();
  const signer = openRecordSigner(folder, logger);
  expect([signer.fingerprint, signer.sign("0".repeat(64))]).toEqual([null, null]);
  expect(logger.lines.join("\n")).toMatch(/^error the signing key cannot be used: records are not signed/);
  expect(readFileSync(signingKeyFile(folder), "utf8")).toBe("no key");
});
