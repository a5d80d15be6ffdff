import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
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

/** A backup with one table, whose file has these bytes, and is laid out in this way. */
async function createBackupOf(bytes: Buffer, rows: number, layOut = (file: string) => writeFile(file, bytes)) {
  const table = { file: "tables/users", ...contentOf(bytes), schema: "public", name: "users", columns: ["id"], rows };
  const { folder } = await createBackupWith({ tables: [table] });
  await mkdir(path.join(folder, "tables"));
  await layOut(path.join(folder, "tables/users"));
  return verifyBackup(folder, await readManifest(folder), open);
}

/** An empty backup except for the given changes, and a file next to it that it must not reach. */
async function createBackupWith({ keys = [], ...changes }: { keys?: string[]; [field: string]: unknown }) {
  const folder = await createFolder();
  const outside = path.join(folder, "outside");
  await writeFile(outside, "secret");
  const content = contentOf(await readFile(outside));
  const list = gzipSync(keys.map((key) => `${JSON.stringify({ key, ...content })}\n`).join(""));
  await writeFile(path.join(folder, "objects.ndjson.gz"), list);
  const objects = { file: "objects.ndjson.gz", count: keys.length, totalBytes: 0, ...contentOf(list) };
  const head = { format: 1, createdAt: "", version: "3.0.0", migration: "", partitions: [], missingObjects: [] };
  const kind = { hasPictures: true, isEncrypted: false, bounds: {} };
  const manifest = { ...head, ...kind, tables: [], objects, secrets: null, ...changes };
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

  test("is not read through a link, a folder or a pipe, however right its content is", async () => {
    const bytes = gzipSync('["1"]\n');
    await createBackupOf(bytes, 1);
    const layOuts = [
      async (file: string) => {
        const elsewhere = path.join(await createFolder(), "elsewhere");
        await writeFile(elsewhere, bytes);
        await symlink(elsewhere, file);
      },
      (file: string) => symlink("/dev/zero", file),
      (file: string) => mkdir(file),
      async (file: string) => void execFileSync("mkfifo", [file]),
    ];
    for (const layOut of layOuts)
      await expect(createBackupOf(bytes, 1, layOut)).rejects.toThrow("tables/users: it is a link, or no file");
  });

  test("is refused before anything is written where its rows are cut off, damaged or of another number", async () => {
    const whole = gzipSync('["1"]\n["2"]\n');
    await expect(createBackupOf(whole.subarray(0, -9), 2)).rejects.toThrow("tables/users: its rows cannot be read");
    await expect(createBackupOf(Buffer.from("no gzip"), 2)).rejects.toThrow("tables/users: its rows cannot be read");
    await expect(createBackupOf(gzipSync('["1"]'), 1)).rejects.toThrow("ends in the middle of a line");
    await expect(createBackupOf(whole, 1)).rejects.toThrow("tables/users: it has 2 rows instead of 1");
  });

  test("uses no memory for missing pictures, and names ten of them", async () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => `scans/${index}/image`);
    const { folder } = await createBackupWith({ keys });
    await expect(verifyBackup(folder, await readManifest(folder), open)).rejects.toThrow(
      /scans\/9\/image: it is missing\n {2}- and 1990 more$/,
    );
  });

  test.each(["createdAt", "version", "migration"])("controls no terminal that shows its %s", async (field) => {
    const { folder } = await createBackupWith({ [field]: "3.0.0\u001b[2J" });
    await expect(readManifest(folder)).rejects.toThrow("is damaged, or of another release");
  });

  test.each(["users\u001b[2J", "users; drop table users", 'a"b'])("names no table %j", async (name) => {
    const { content } = await createBackupWith({});
    const table = { file: "outside", ...content, schema: "public", name, columns: ["id"], rows: 1 };
    const { folder } = await createBackupWith({ tables: [table] });
    await expect(readManifest(folder)).rejects.toThrow("is damaged, or of another release");
  });
});
