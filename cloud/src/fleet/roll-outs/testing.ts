import { createHash } from "node:crypto";
import { releaseSigningText } from "@container-inspection/shared-schemas/releases";
import type { drawKey } from "../../intake/box-testing.ts";

type Contents = {
  name?: string;
  version?: string;
  /** Contents by path; the first one is the model. Without files, it is a release of settings. */
  files?: Record<string, Uint8Array>;
  settings?: { setting: string; value: string }[];
};

/** The file of a release as `model sign` and `config sign` of the agent write it. */
export function writeRelease(key: ReturnType<typeof drawKey>, contents: Contents = {}): Buffer {
  const { name = "category", version = "1.1.0", files = {} } = contents;
  const entries = Object.entries(files);
  const isModel = entries.length > 0;
  const { settings = isModel ? [] : [{ setting: "watching.enabled", value: "false" }] } = contents;
  const manifest = JSON.stringify({
    kind: isModel ? "model" : "configuration",
    name,
    version,
    createdAt: "2026-11-01T10:00:00.000Z",
    modelFile: entries[0]?.[0] ?? null,
    files: entries.map(([path, bytes]) => ({
      path,
      sizeBytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
    settings,
  });
  const signature = key.sign(releaseSigningText(manifest));
  const head = { format: "container-inspection-release-1", manifest, publicKey: key.publicKey, signature };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...entries.map(([, bytes]) => bytes)]);
}
