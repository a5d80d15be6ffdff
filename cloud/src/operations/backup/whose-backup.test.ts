import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createOpener } from "./encryption.ts";
import { BackupError } from "./manifest.ts";
import { readSecrets } from "./restore-backup.ts";
import { checkSameInstallation } from "./whose-backup.ts";

const open = await createOpener(undefined);

test("a backup of another installation is refused once a device has been given a key of its own", async () => {
  const cloud = await createTestApp();
  const foreign = { folder: "", manifest: { tables: [] }, open };
  expect(await checkSameInstallation(cloud.parts.db, foreign)).toBeUndefined();
  const { make } = await fleetOf(cloud);
  await make("Gate 1");
  await expect(checkSameInstallation(cloud.parts.db, foreign)).rejects.toThrow("is of another installation");
});

describe("the secrets of a backup", () => {
  const read = async (text: string) => {
    const folder = await mkdtemp(path.join(tmpdir(), "secrets-"));
    cleanUpLater(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, "secrets.json"), text);
    return readSecrets(folder, { secrets: { file: "secrets.json", sizeBytes: 0, sha256: "" } }, open);
  };
  const secrets = { jwtSecret: "j".repeat(40), edgeApiKey: "e".repeat(40) };

  test("are read with the text of their file", async () => {
    const text = JSON.stringify(secrets);
    expect(await read(text)).toEqual({ text, jwtSecret: secrets.jwtSecret });
    expect(await readSecrets("", { secrets: null }, open)).toBeUndefined();
  });

  test.each([["{}"], ['{"jwtSecret": "jjjj'], [JSON.stringify({ ...secrets, jwtSecret: "j" })]])(
    "are refused as damaged: %s",
    async (text) => {
      const refusal = read(text);
      await expect(refusal).rejects.toThrow("The secrets of the backup are damaged");
      await expect(refusal).rejects.toThrow(BackupError);
    },
  );
});
