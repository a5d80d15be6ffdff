import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createFolder } from "../../testing/processes.ts";
import { createOpener } from "./encryption.ts";
import { readLines } from "./files.ts";
import { BackupError, readManifest } from "./manifest.ts";
import { verifyBackup } from "./verify-backup.ts";

const open = await createOpener(undefined);

/** The hashes are right: an attacker who writes a backup writes them, too. */
const contentOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

/** A backup of nothing, but for what is changed, and a file beside it that it may not reach. */
async function createBackupWith({ keys = [], ...changes }: { keys?: string[]; secrets?: object; tables?: object[] }) {
  const folder = await createFolder();
  const outside = path.join(folder, "outside");
  await writeFile(outside, "secret");
  const content = contentOf(await readFile(outside));
  const list = gzipSync(keys.map((key) => `${JSON.stringify({ key, ...content })}\n`).join(""));
  await writeFile(path.join(folder, "objects.ndjson.gz"), list);
  const objects = { file: "objects.ndjson.gz", count: keys.length, totalBytes: 0, ...contentOf(list) };
  const head = { format: 1, createdAt: "", version: "3.0.0", migration: "", partitions: [], missingObjects: [] };
  const manifest = { ...head, tables: [], objects, secrets: null, ...changes };
  await writeFile(path.join(folder, "manifest.json"), JSON.stringify(manifest));
  return { folder, content };
}

describe("a backup written by an attacker", () => {
  test.each(["../outside", "/etc/passwd", "tables/../../outside", "..", ""])(
    "reads no file outside of it: %s",
    async (file) => {
      const { content } = await createBackupWith({});
      const table = { file, ...content, schema: "public", name: "users", columns: ["id"], rows: 1 };
      for (const changes of [{ secrets: { file, ...content } }, { tables: [table] }]) {
        const { folder } = await createBackupWith(changes);
        await expect(readManifest(folder)).rejects.toThrow(BackupError);
      }
      const { folder } = await createBackupWith({ keys: [file] });
      const refusal = verifyBackup(folder, await readManifest(folder), open);
      await expect(refusal).rejects.toThrow("has an invalid entry for a picture");
      await expect(refusal).rejects.toThrow(BackupError);
    },
  );

  test("does not fill the memory with a line that never ends", async () => {
    const file = path.join(await createFolder(), "endless.gz");
    const chunk = Buffer.alloc(1_000_000, "x");
    const endless = Readable.from(Array.from({ length: 400 }, () => chunk));
    await pipeline(endless, createGzip({ level: 1 }), createWriteStream(file));
    await expect(readLines(file, open).next()).rejects.toThrow("too long for a row");
  });
});
