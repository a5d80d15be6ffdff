import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { needs, toolAt } from "../../../../deploy/testing/needs.ts";
import { createFolder } from "../../testing/processes.ts";
import { sha256Of } from "../../intake/testing.ts";
import { createFileStorage } from "../../platform/storage/file-storage.ts";
import { startS3Server } from "../../platform/storage/testing.ts";
import { createOpener, createSeal } from "../backup/encryption.ts";
import { claimRun } from "../retention/maintenance-store.ts";
import { backUpPictures } from "./back-up-pictures.ts";
import { restorePictures } from "./restore-pictures.ts";
import { createPictureWorld, namesIn, readObject } from "./testing.ts";

const DAY_MS = 86_400_000;

describe("a backup of pictures", () => {
  test("copies only new pictures, and restores those that the storage has lost", async () => {
    const { folder, run, scan, photo, parts } = await createPictureWorld();
    const [first, { keys }] = [await scan("FIRST"), await photo("FIRST")];
    expect(await run(["backup-pictures", folder])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Backup of 3 pictures in .*: 3 copied \(\d+ bytes\), 0 deleted, 0 missing/),
    });
    const second = await scan("SECOND");
    expect((await run(["backup-pictures", folder])).output).toMatch(/Backup of 4 pictures .* 1 copied/);
    expect((await run(["backup-pictures", folder])).output).toMatch(/Backup of 4 pictures .* 0 copied/);
    const runs = sql`select outcome from maintenance_runs where name = 'backup-pictures' and finished_at is not null`;
    expect((await parts.db.execute(runs)).rows).toMatchObject([{ outcome: { pictures: 4, copied: 0, missing: 0 } }]);

    const { storage } = parts;
    const before = await Promise.all([first, second, ...keys].map((key) => readObject(storage, key)));
    for (const key of [first, ...keys]) await storage.delete(key);
    expect(await run(["restore-pictures", folder])).toMatchObject({
      code: 0,
      output: expect.stringContaining("Restored 3 pictures"),
    });
    expect(await Promise.all([first, second, ...keys].map((key) => readObject(storage, key)))).toEqual(before);
    expect((await run(["restore-pictures", folder])).output).toContain("Restored 0 pictures");
  });

  test("reports pictures that are missing or have changed in the storage, and copies all others", async () => {
    const { folder, run, scan, parts } = await createPictureWorld();
    const [lost, changed] = [await scan("LOST"), await scan("CHANGED")];
    await scan("INTACT");
    await parts.storage.delete(lost);
    await parts.storage.write(changed, Buffer.from("something else"));
    const { code, output } = await run(["backup-pictures", folder]);
    expect(code).toBe(1);
    expect(output).toContain(`a picture is missing in the storage: ${lost}`);
    expect(output).toContain(`a picture in the storage is not the one that was recorded: ${changed}`);
    expect(output).toMatch(/Backup of 3 pictures .* 1 copied .* 1 missing in the storage, 1 damaged there/);
    expect(await run(["restore-pictures", folder])).toMatchObject({ code: 1, output: expect.stringContaining(lost) });
  });

  test("is verified: a damaged copy is named, restores nothing, and is copied again once it was deleted", async () => {
    const { folder, run, scan, parts } = await createPictureWorld();
    const key = await scan("ONE");
    await run(["backup-pictures", folder]);
    await scan("TWO");
    expect(await run(["verify-pictures", folder])).toMatchObject({
      code: 0,
      output: expect.stringContaining("1 pictures have no copy yet"),
    });
    await run(["backup-pictures", folder]);
    expect(await run(["verify-pictures", folder])).toMatchObject({
      code: 0,
      output: expect.stringContaining("Verified 2 pictures"),
    });
    const place = createFileStorage(folder, parts.newId);
    const name = (await namesIn(place)).find((found) => found.includes(key)) ?? "";
    const bytes = await readFile(path.join(folder, name));
    await writeFile(path.join(folder, name), bytes.with(9, bytes[9]! ^ 1));
    expect(await run(["verify-pictures", folder])).toMatchObject({ code: 1, output: expect.stringContaining(name) });
    await parts.storage.delete(key);
    expect(await run(["restore-pictures", folder])).toMatchObject({ code: 1, output: expect.stringContaining(key) });
    await parts.storage.write(key, bytes);
    await place.delete(name);
    expect((await run(["backup-pictures", folder])).output).toContain("1 copied");
    expect((await run(["verify-pictures", folder])).code).toBe(0);
  });

  test("is not verified where it has no copy of any picture, and a folder that does not exist is not made", async () => {
    const { folder, run, scan } = await createPictureWorld();
    for (const command of ["verify-pictures", "restore-pictures"])
      expect(await run([command, folder])).toMatchObject({
        code: 1,
        output: expect.stringContaining(`${folder} does not exist`),
      });
    expect(existsSync(folder)).toBe(false);
    expect((await run(["backup-pictures", folder])).code).toBe(0);
    expect((await run(["verify-pictures", folder])).code).toBe(0);
    await scan("ONE");
    expect(await run(["verify-pictures", folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining("has a copy of none of the 1 pictures"),
    });
  });

  test("of another installation is neither verified nor continued, and keeps its copies", async () => {
    const [ours, theirs] = [await createPictureWorld(), await createPictureWorld()];
    await theirs.scan("THEIRS");
    await theirs.run(["backup-pictures", theirs.folder]);
    await ours.scan("OURS");
    const place = createFileStorage(theirs.folder, theirs.parts.newId);
    const before = await namesIn(place);
    expect(await ours.run(["verify-pictures", theirs.folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining("has a copy of none of the 1 pictures"),
    });
    expect(await ours.run(["backup-pictures", theirs.folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining("it is the backup of another installation"),
    });
    ours.advanceMs(31 * DAY_MS);
    expect((await ours.run(["backup-pictures", theirs.folder])).code).toBe(1);
    expect(await namesIn(place)).toEqual(before);
    expect((await theirs.run(["verify-pictures", theirs.folder])).code).toBe(0);
  });

  test("is made by one process at a time", async () => {
    const { folder, run, parts, advanceMs } = await createPictureWorld();
    await claimRun(parts.db, "backup-pictures", { intervalMs: 0, leaseMs: 600_000, nowMs: parts.nowMs() });
    expect(await run(["backup-pictures", folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining("is running"),
    });
    advanceMs(600_000);
    expect((await run(["backup-pictures", folder])).code).toBe(0);
  });

  test("can be in a bucket", needs("moto_server"), async () => {
    const { parts, scan } = await createPictureWorld();
    const { db, storage, nowMs } = parts;
    const place = (await startS3Server()).open();
    const note = () => {};
    const backUp = () =>
      backUpPictures({ db, storage, place, seal: createSeal([]), keptMs: 0, nowMs, mayGoOn: async () => true, note });
    const keys = [await scan("ONE"), await scan("TWO")];
    expect(await backUp()).toMatchObject({ pictures: 2, copied: 2, deleted: 0 });
    expect(await backUp()).toMatchObject({ pictures: 2, copied: 0, deleted: 0 });
    const picture = await readObject(storage, keys[0]!);
    await storage.delete(keys[0]!);
    const open = await createOpener(undefined);
    expect(await restorePictures({ db, storage, place, open, note })).toMatchObject({ restored: 1 });
    expect(await readObject(storage, keys[0]!)).toEqual(picture);
  });
});

describe("copies of pictures", () => {
  test("that were deleted stay for 30 days, and can be restored during that time", async () => {
    const { folder, run, photo, send, owner, parts, advanceMs } = await createPictureWorld();
    const { url, keys } = await photo("DELETED");
    await photo("KEPT");
    await run(["backup-pictures", folder]);
    expect((await send("DELETE", url, { headers: owner.authorization })).status).toBe(200);
    const place = createFileStorage(folder, parts.newId);
    const copies = async () => (await namesIn(place)).filter((name) => keys.some((key) => name.includes(key))).length;
    advanceMs(29 * DAY_MS);
    expect((await run(["backup-pictures", folder])).output).toMatch(/Backup of 2 pictures .* 0 deleted/);
    expect(await copies()).toBe(2);
    advanceMs(DAY_MS);
    expect((await run(["backup-pictures", folder, "--delete-after-days", "never"])).output).toContain("0 deleted");
    expect((await run(["backup-pictures", folder])).output).toContain("2 deleted");
    expect(await copies()).toBe(0);
    expect(await namesIn(place)).toHaveLength(2);
  });

  test("of no record stay as long from when they were found, and all of them while there are many", async () => {
    const { folder, run, scan, parts, advanceMs } = await createPictureWorld();
    await scan("KEPT");
    await run(["backup-pictures", folder]);
    const place = createFileStorage(folder, parts.newId);
    const addCopies = async (count: number) => {
      const x = Buffer.from("x");
      for (let made = 0; made < count; made += 1)
        await place.write(`pictures/scans/${parts.newId()}/image.${sha256Of(x)}`, x);
    };
    await addCopies(3);
    expect((await run(["backup-pictures", folder])).output).toContain("0 deleted");
    advanceMs(30 * DAY_MS);
    await addCopies(98);
    expect((await run(["backup-pictures", folder])).output).toMatch(/101 of 102 pictures in the backup belong to no/);
    expect(await namesIn(place)).toHaveLength(102);
    for (const name of (await namesIn(place)).slice(-1)) await place.delete(name);
    expect((await run(["backup-pictures", folder])).output).toContain("3 deleted");
    expect(await namesIn(place)).toHaveLength(98);
  });
});

describe("an encrypted backup of pictures", async () => {
  const [own, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const recipient = await identityToRecipient(own);
  const write = async (identity: string) => {
    const file = path.join(await createFolder(), "key.txt");
    await writeFile(file, `# created: today\n${identity}\n`);
    return file;
  };

  test("is read only with its secret key, and replaces copies that are not encrypted", async () => {
    const { folder, run, scan, parts } = await createPictureWorld();
    const key = await scan("SECRET");
    await run(["backup-pictures", folder]);
    const settings = { BACKUP_RECIPIENTS: recipient };
    expect((await run(["backup-pictures", folder], settings)).output).toMatch(/1 copied .* 1 deleted/);
    expect((await run(["backup-pictures", folder], settings)).output).toMatch(/0 copied .* 0 deleted/);
    const picture = (await readObject(parts.storage, key))!;
    const place = createFileStorage(folder, parts.newId);
    const [name = "", ...more] = await namesIn(place);
    expect(more).toEqual([]);
    expect(name).toMatch(/\.age$/);
    expect((await readObject(place, name))!.includes(picture.subarray(20, 60))).toBe(false);

    await parts.storage.delete(key);
    const restore = async (...options: string[]) => run(["restore-pictures", folder, ...options]);
    expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining("add --identity") });
    expect(await restore("--identity", await write(other))).toMatchObject({
      code: 1,
      output: expect.stringContaining("cannot be decrypted with the key of --identity"),
    });
    expect(await restore("--identity", await write(own))).toMatchObject({ code: 0 });
    expect(await readObject(parts.storage, key)).toEqual(picture);
  });

  test("is opened by the program age as well", needs("age"), async () => {
    const { folder, run, scan, parts } = await createPictureWorld();
    const key = await scan("SECRET");
    await run(["backup-pictures", folder], { BACKUP_RECIPIENTS: recipient });
    const [name = ""] = await namesIn(createFileStorage(folder, parts.newId));
    const { stdout } = spawnSync(toolAt("age"), ["--decrypt", "-i", await write(own), path.join(folder, name)]);
    expect(stdout.equals((await readObject(parts.storage, key))!)).toBe(true);
  });
});
