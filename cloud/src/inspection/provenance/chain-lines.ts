import { createHash } from "node:crypto";
import type { ChainLine } from "@container-inspection/shared-schemas/provenance";
import type { LinkRow } from "./link-store.ts";
import type { SigningKeyRow } from "./signing-key-store.ts";

type ChainHead = {
  device: { id: string; name: string } | null;
  keys: readonly SigningKeyRow[];
  exportedAt: Date;
};

/**
 * An exported chain as lines of JSON: the keys, one line for each record, and an end with their number and hash, so
 * that a truncated file is recognised. `case-files/verify.mjs` verifies it.
 */
export async function* writeChainLines(
  { device, keys, exportedAt }: ChainHead,
  links: AsyncIterable<LinkRow> | Iterable<LinkRow>,
): AsyncGenerator<string> {
  const content = createHash("sha256");
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    content.update(text);
    return text;
  };
  const format = { format: "container-inspection-chain", version: 1 };
  yield line({ ...format, exportedAt: exportedAt.toISOString(), device, keys: keys.map(presentKey) });
  let records = 0;
  for await (const link of links) {
    records += 1;
    yield line(presentLink(link));
  }
  yield `${JSON.stringify({ end: true, records, sha256: content.digest("hex") })}\n`;
}

function presentKey({ deviceId: edgeDeviceId, fingerprint, publicKey, registeredAt, replacedAt }: SigningKeyRow) {
  const until = replacedAt?.toISOString() ?? null;
  return { edgeDeviceId, fingerprint, publicKey, registeredAt: registeredAt.toISOString(), replacedAt: until };
}

function presentLink(link: LinkRow): ChainLine {
  const { recordId, edgeDeviceId, kind, deviceId, cameraId, sequence, previousSha256, recordSha256 } = link;
  const { keyDeviceId, isForeign, chainText, signature } = link;
  const place = { recordId, edgeDeviceId, keyDeviceId, isForeign, kind, deviceId, cameraId, sequence };
  return { ...place, previousSha256, recordSha256, chainText, signature, receivedAt: link.receivedAt.toISOString() };
}
