import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { TestApp, TestUser } from "../../../cloud/src/testing/app.ts";
import { drawJpeg } from "../../../cloud/src/intake/testing.ts";
import { writeTransfer } from "../../../edge-agent/src/forwarding/air-gap/write-transfer.ts";
import { runLine } from "../../../edge-agent/src/commands/testing/run-line.ts";
import { openOutbox } from "../../../edge-agent/src/outbox/open-outbox.ts";
import {
  createTestLogger,
  eventsCapture,
  evidenceCapture,
  identifyCapture,
  scanCapture,
} from "../../../edge-agent/src/outbox/testing/captures.ts";
import { openSigningKey } from "../../../edge-agent/src/forwarding/signing/signing-key.ts";

const jpeg = await drawJpeg(3);
/** Pictures that the cloud takes. */
export const pictures = { original: jpeg, small: jpeg };

export type CarriedDevice = Awaited<ReturnType<typeof createDevice>>;

/** A device with its outbox, open as by a running agent, whose key the cloud has registered. */
export async function createDevice(
  { send }: TestApp,
  { authorization }: Pick<TestUser, "authorization">,
  name: string,
) {
  const folder = mkdtempSync(path.join(tmpdir(), "air-gap-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const made = await send("POST", "/v1/admin/edge-devices", { headers: authorization, body: { name } });
  const { apiKey, device } = made.body.data;
  const config = path.join(folder, "edge-agent.yaml");
  const dataDir = path.join(folder, "data");
  const file = path.join(dataDir, "outbox.sqlite");
  const newId = createObjectIdMaker(Date.now);
  const limits = { ballastBytes: 0 };
  const logger = createTestLogger();
  const late = { sign: (_text: string): string | null => null };
  const outbox = openOutbox({ file, nowMs: Date.now, newId, logger, limits, sign: (text) => late.sign(text) });
  onTestFinished(() => outbox.close());
  const signingKey = openSigningKey(dataDir);
  late.sign = signingKey.sign;
  writeFileSync(
    config,
    stringify({
      cloud: { url: "http://127.0.0.1:9", apiKey },
      device: { id: name },
      dataDir: "data",
      models: {},
      cameras: [],
      stations: [],
    }),
  );
  const { publicKey } = signingKey;
  const body = { signingKey: publicKey, proof: signingKey.sign(signingKeyProofText(publicKey)) };
  await send("PUT", `/v1/admin/edge-devices/${device.id}/signing-key`, { headers: authorization, body });
  const cli = (...args: string[]) => runLine(["queue", ...args, "--config", config, "--json"]);
  return { id: String(device.id), name, apiKey: String(apiKey), folder, dataDir, outbox, signingKey, newId, cli };
}

/** Captures of every kind under fresh ids; one whose picture the cloud refuses, and a batch with one bad event. */
export function captureAll({ outbox, newId, name }: CarriedDevice) {
  const facts = () => ({ id: newId(), deviceId: name, cameraId: `${name}-top`, capturedAtMs: Date.now() });
  const events = eventsCapture(3, facts());
  const [first] = events.payload.events;
  if (first) first.confidence = 7;
  const captures = {
    first: scanCapture({ ...facts(), pictures }),
    second: scanCapture({ ...facts(), pictures }),
    photo: evidenceCapture({ ...facts(), pictures }),
    number: identifyCapture(facts()),
    broken: scanCapture(facts()),
    events,
  };
  for (const capture of Object.values(captures)) expect(outbox.insert(capture)).toMatchObject({ ok: true });
  return captures;
}

/** The transfer file of what waits. */
export function transferOf({ outbox, signingKey, folder, newId, name }: CarriedDevice, changes: object = {}): Buffer {
  const file = path.join(folder, `${newId()}.transfer`);
  const transfer = { transferId: newId(), deviceId: name, nowMs: Date.now(), signingKey, maxRecords: Infinity };
  writeTransfer(file, outbox.waiting(), { ...transfer, ...changes });
  return readFileSync(file);
}
