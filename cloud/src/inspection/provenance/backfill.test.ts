import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { createBox } from "../../intake/box-testing.ts";
import { edgeSender } from "../../intake/testing.ts";

const folder = path.resolve(import.meta.dirname, "../../../drizzle");

test("records from before the table of links get their place, with the hashed text where its facts are known", async () => {
  const cloud = await createTestApp();
  const { scan, write } = edgeSender(cloud);
  const { db, nowMs } = cloud.parts;
  const box = createBox({ nowMs });
  const [first, second, newer] = [
    await box.capture({ isOld: true }),
    await box.capture({ isOld: true, number: "MSKU 907032-3" }),
    await box.capture(),
  ];
  for (const { number, body } of [first, second, newer])
    expect(await scan(number, body)).toMatchObject({ status: 200 });
  const photo = await createBox({ nowMs, cameraId: "side" }).capture({ isOld: true });
  expect(await write("evidence", photo.number, photo.body)).toMatchObject({ status: 200 });
  const select = sql`select * from record_links order by camera_id, sequence`;
  const { rows: stored } = await db.execute(select);
  await db.execute(sql`delete from record_links`);
  const file = readdirSync(folder).find((name) => name.endsWith("_record_links.sql")) ?? "";
  const [, backfill = ""] = readFileSync(path.join(folder, file), "utf8").split("-- Records from before this table.");
  await db.execute(sql.raw(`-- ${backfill}`));
  // The second was sent under another spelling of the number, and the hash of the third covers its findings. Links did
  // not have the time taken then.
  const isKnown = [true, false, false, true];
  const expected = stored.map((row, index) => ({
    ...row,
    taken_at: null,
    ...(isKnown[index] === true ? {} : { chain_text: null }),
  }));
  expect((await db.execute(select)).rows).toEqual(expected);
});
