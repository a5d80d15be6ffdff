import { generateKeyPairSync, sign } from "node:crypto";
import type { EdgeDetection } from "@container-inspection/shared-schemas/edge";
import { presentDetection } from "@container-inspection/shared-schemas/present-detection";
import { findingsText, recordChainText } from "@container-inspection/shared-schemas/record-chain";
import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { signedText } from "@container-inspection/shared-schemas/transfers";
import { drawJpeg, sha256Of } from "./testing.ts";

/** End of a box's chain: the last record of its camera, which a copied box has as well. */
type ChainEnd = { sequence: number; recordSha256: string };

/** A new Ed25519 key as a box makes it. */
export function drawKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signingKey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64");
  return {
    publicKey: signingKey,
    sign: signText,
    /** The body with which an admin registers the key. */
    registration: { signingKey, proof: signText(signingKeyProofText(signingKey)) },
    /** The fields with which a device registers it when it joins with this code. */
    joining: (code: string) => ({ signing_key: signingKey, signing_key_proof: signText(signingKeyProofText(code)) }),
  };
}

/** A transfer file with these records, as a device writes it. */
export function writeTransfer(
  key: ReturnType<typeof drawKey>,
  records: readonly { id: string; path: string; body: object }[],
): string {
  const format = "container-inspection-transfer";
  const head = { format, version: 1, transferId: "carried", deviceId: "box", signingKey: key.publicKey };
  const lines = [
    { ...head, writtenAt: new Date().toISOString() },
    ...records.flatMap(({ id, path, body }) => [{ id, path, sha256: sha256Of(id) }, body]),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = sha256Of(text);
  const end = { records: records.length, sha256, signature: key.sign(signedText("transfer", sha256)) };
  return `${text}${JSON.stringify(end)}\n`;
}

const detections: EdgeDetection[] = [{ class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 }];

/** Composes records as a box with one camera does: each the next of its chain, signed if it has a key. */
export function createBox(
  { deviceId = "box", cameraId = "gate-1", nowMs }: { deviceId?: string; cameraId?: string; nowMs: () => number },
  last: ChainEnd = { sequence: 0, recordSha256: "" },
) {
  let end = last;
  return {
    end: () => end,
    /** The number and body of the next record; an old one does not cover its findings. */
    async capture({
      key,
      number = "MSKU9070323",
      seed = 1,
      isOld = false,
    }: { key?: ReturnType<typeof drawKey>; number?: string; seed?: number; isOld?: boolean } = {}) {
      const image = await drawJpeg(seed);
      const timestamp = new Date(nowMs()).toISOString();
      const model = { modelName: "cargo", modelVersion: null };
      const findingsSha256 = isOld
        ? undefined
        : sha256Of(findingsText({ detections: detections.map(presentDetection), ...model }));
      const link = { sequence: end.sequence + 1, previousSha256: end.recordSha256 };
      const facts = { ...link, deviceId, cameraId, containerNumber: number, timestamp, imageSha256: sha256Of(image) };
      const recordSha256 = sha256Of(recordChainText({ ...facts, findingsSha256 }));
      end = { sequence: link.sequence, recordSha256 };
      return {
        number,
        body: {
          detections,
          image: image.toString("base64"),
          model_name: "cargo",
          device_id: deviceId,
          camera_id: cameraId,
          timestamp,
          image_sha256: facts.imageSha256,
          ...(findingsSha256 === undefined ? {} : { findings_sha256: findingsSha256 }),
          sequence: link.sequence,
          ...(link.previousSha256 === "" ? {} : { previous_sha256: link.previousSha256 }),
          record_sha256: recordSha256,
          ...(key ? { record_signature: key.sign(recordSha256) } : {}),
        },
      };
    },
  };
}
