import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { lockFolder } from "../../cloud/src/platform/db/lock-folder.ts";
import { readSettings } from "../../cloud/src/platform/settings/settings.ts";
import { openStorage } from "../../cloud/src/platform/storage/open-storage.ts";
import { type Cut, cutPower } from "./cuts.ts";
import type { CloudFilesLine } from "./programs/start-cloud-files.ts";
import type { PicturesLine } from "./programs/write-pictures.ts";
import { createRecording } from "./recording.ts";

const program = (name: string) => path.join(import.meta.dirname, "programs", name);
const linesOf = <Line>({ acknowledged }: Cut) => acknowledged.map((line) => JSON.parse(line) as Line);
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

describe("a power cut and the files of a cloud", needs("gcc", "Linux"), () => {
  test("keeps every picture whose write has returned, and never a part of one", async () => {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const dataDir = path.join(recording.folder, "new/data");
    await recording.run(program("write-pictures.ts"), { dataDir, seed: 1, pictures: 40 });
    const losses = await cutPower(recording, recording.finish(), {
      moments: { atRandom: 100 },
      seed: 1,
      check: (cut) => findLostPictures(cut).catch((error: unknown) => [textOf(error)]),
    });
    expect(losses).toEqual([]);
  });

  test("keeps generated secrets, the first password and restored secrets, and stops no start", async () => {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const dataDir = path.join(recording.folder, "new/data");
    const backupFile = path.join(path.dirname(recording.folder), "backup/secrets.json");
    await recording.run(program("start-cloud-files.ts"), { dataDir, backupFile });
    const moments = { atRandom: 50, afterEachStep: 20 };
    const losses = await cutPower(recording, recording.finish(), { moments, seed: 1, check: findLostFiles });
    expect(losses).toEqual([]);
  });
});

async function findLostPictures(cut: Cut): Promise<string[]> {
  const allowed = new Map<string, Set<string>>();
  const kept = new Map<string, string>();
  for (const line of linesOf<PicturesLine>(cut)) {
    if ("writing" in line) allowed.set(line.writing, (allowed.get(line.writing) ?? new Set()).add(line.sha256));
    // From now on only these bytes, until another write of the key begins.
    else if ("kept" in line) {
      allowed.set(line.kept, new Set([line.sha256]));
      kept.set(line.kept, line.sha256);
    } else kept.delete(line.deleting);
  }
  const storage = await openStorage({ s3: undefined, dataDir: path.join(cut.folder, "new/data") }, () => "check");
  const sha256Of = async (key: string) => {
    const stream = await storage.read(key);
    return (
      stream &&
      createHash("sha256")
        .update(await buffer(stream))
        .digest("hex")
    );
  };
  const problems: string[] = [];
  for (const key of kept.keys()) if ((await sha256Of(key)) === undefined) problems.push(`${key} is missing`);
  for await (const { key } of storage.list("scans")) {
    const found = await sha256Of(key);
    if (found === undefined || !allowed.get(key)?.has(found)) problems.push(`${key} has other bytes`);
  }
  return problems;
}

function findLostFiles(cut: Cut): string[] {
  const dataDir = path.join(cut.folder, "new/data");
  const lines = linesOf<CloudFilesLine>(cut);
  const problems: string[] = [];
  try {
    const { jwtSecret, edgeApiKey } = readSettings({ DATA_DIR: dataDir });
    const found = JSON.stringify({ jwtSecret, edgeApiKey });
    const generated = lines.find((line) => "generated" in line)?.generated;
    const restored = lines.find((line) => "restored" in line)?.restored;
    const isRestored = jwtSecret.startsWith("rrr");
    if (restored && found !== JSON.stringify(restored)) problems.push("the restored secrets are missing");
    if (generated && !isRestored && found !== JSON.stringify(generated))
      problems.push("the generated secrets are missing");
    if (restored) {
      const before = readFileSync(path.join(dataDir, "secrets.before-restore.json"), "utf8");
      if (!before.includes(generated?.jwtSecret ?? "-")) problems.push("the secrets before the restore are missing");
    }
    if (lines.some((line) => "firstAdmin" in line)) {
      const text = readFileSync(path.join(dataDir, "first-admin.txt"), "utf8");
      if (!text.includes("the first password")) problems.push("the first password is missing");
    }
    lockFolder(path.join(dataDir, "database"))();
  } catch (error) {
    problems.push(textOf(error));
  }
  return problems;
}
