import { createHash, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WantedRelease } from "@container-inspection/shared-schemas/releases";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { readConfig } from "../../config/config.ts";
import { fixedKey } from "../../forwarding/link/api-key.ts";
import { createLogger } from "../../base/logger.ts";
import { readApplied } from "../../config/applied-releases.ts";
import { followRollOuts } from "./follow-roll-outs.ts";
import { readReleaseKey, writeRelease } from "./write-release.ts";

/** A device that follows roll-outs, and a cloud that sends the first half of a release and holds the rest back. */
async function createSite() {
  const folder = mkdtempSync(path.join(tmpdir(), "follow-"));
  const keyFile = path.join(folder, "release.pem");
  writeFileSync(keyFile, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  const key = readReleaseKey(keyFile);
  const release = path.join(folder, "rates.release");
  const facts = { kind: "configuration" as const, name: "rates", version: "1" };
  const settings = [{ setting: "drift.enabled", value: "false" }];
  const createdAt = "2026-11-01T10:00:00.000Z";
  await writeRelease(release, { ...facts, createdAt, modelFile: null, files: [], settings }, key);
  const bytes = readFileSync(release);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const wanted: WantedRelease = { releaseId: "r1", ...facts, sizeBytes: bytes.length, sha256 };

  const middle = Math.floor(bytes.length / 2);
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": bytes.length, etag: `"${sha256}"` });
    response.write(bytes.subarray(0, middle));
    held.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const file = path.join(folder, "edge-agent.yaml");
  const cloud = { url: `http://127.0.0.1:${port}`, apiKey: "key" };
  writeFileSync(file, stringify({ cloud, device: { id: "box-1" }, dataDir: "data", releaseKey: key.publicKey }));
  const reading = await readConfig(file, {});
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join());
  let restarts = 0;
  let nowMs = 0;
  let freeBytes = 1e12;
  const rollOuts = followRollOuts({
    config: reading.config,
    apiKey: fixedKey("key"),
    environment: {},
    requestRestart: () => (restarts += 1),
    shadows: { open: async () => {}, close: async () => {}, countsOf: () => undefined },
    availableBytes: () => Infinity,
    readDisk: async () => ({ freeBytes, totalBytes: 1e12 }),
    clock: { monotonicMs: () => nowMs },
    logger: createLogger({ isTerminal: false, level: "silent" }),
  });
  onTestFinished(async () => {
    await rollOuts.stop();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return {
    rollOuts,
    wanted,
    halfIsHere: () => expect.poll(() => rollOuts.reports()[0]?.downloadedBytes).toBe(middle),
    sendRest: () => held.at(-1)?.end(bytes.subarray(middle)),
    applied: () => readApplied(reading.config.dataDir).map(({ releaseId }) => releaseId),
    restarts: () => restarts,
    fillDisk: () => (freeBytes = 0),
    waitForRestart: () => (nowMs += 61_000),
  };
}

test("a release is used, with one restart, once it has arrived", async () => {
  const { rollOuts, wanted, halfIsHere, sendRest, applied, restarts } = await createSite();
  rollOuts.note([wanted]);
  await halfIsHere();
  rollOuts.note([wanted]);
  sendRest();
  await expect.poll(restarts).toBe(1);
  expect(applied()).toEqual(["r1"]);
});

test("a release that was stopped or rolled back during its download is not used", async () => {
  const { rollOuts, wanted, halfIsHere, sendRest, applied, restarts } = await createSite();
  rollOuts.note([wanted]);
  await halfIsHere();
  rollOuts.note([]);
  sendRest();
  const followed = () => {
    rollOuts.note([]);
    return restarts() > 0 || rollOuts.reports().length === 0;
  };
  await expect.poll(followed).toBe(true);
  expect([restarts(), applied()]).toEqual([0, []]);
});

test("a release that is complete on this device is used again though the disk is full", async () => {
  const { rollOuts, wanted, halfIsHere, sendRest, restarts, fillDisk, waitForRestart } = await createSite();
  rollOuts.note([wanted]);
  await halfIsHere();
  sendRest();
  await expect.poll(restarts).toBe(1);
  fillDisk();
  waitForRestart();
  rollOuts.note([wanted]);
  await expect.poll(() => rollOuts.reports()[0]?.reason ?? restarts()).toBe(2);
});
