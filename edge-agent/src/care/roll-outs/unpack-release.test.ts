import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRelease } from "./release-signature.ts";
import { unpackRelease } from "./unpack-release.ts";
import { readReleaseKey, writeRelease } from "./write-release.ts";

test("an unpacked release stays as it is, so that one in use is never missing, and is mended when damaged", async () => {
  const base = mkdtempSync(path.join(tmpdir(), "unpack-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [keyFile, model, file] = ["key.pem", "cargo.onnx", "model.release"].map((name) => path.join(base, name));
  writeFileSync(keyFile ?? "", generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(model ?? "", "the bytes of a model");
  const key = readReleaseKey(keyFile ?? "");
  const files = [{ file: model ?? "", path: "cargo.onnx" }];
  const facts = { kind: "model" as const, name: "category", version: "1", createdAt: "2026-11-01T10:00:00.000Z" };
  await writeRelease(file ?? "", { ...facts, modelFile: "cargo.onnx", files, settings: [] }, key);
  const folder = path.join(base, "unpacked");
  const unpack = async () => {
    const opened = await openRelease(file ?? "", key.publicKey);
    await unpackRelease(opened, folder, new AbortController().signal).finally(() => opened.handle.close());
  };
  await unpack();
  writeFileSync(path.join(folder, "mark"), "of the first time");
  await unpack();
  expect(existsSync(path.join(folder, "mark"))).toBe(true);
  writeFileSync(path.join(folder, "cargo.onnx"), "damaged");
  await unpack();
  expect(readFileSync(path.join(folder, "cargo.onnx"), "utf8")).toBe("the bytes of a model");
});
