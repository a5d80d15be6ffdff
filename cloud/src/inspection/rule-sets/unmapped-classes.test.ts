import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { write } = edgeSender(cloud);
const [ann, admin] = [await cloud.signIn("operator"), await cloud.signIn("admin")];

async function scanned(number: string, kind: string, ...classes: (string | undefined)[]): Promise<void> {
  const detections = classes.map((class_name) => ({ class_name, confidence: 0.9 }));
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const body = await scanBody({ detections, user_email: ann.email, timestamp });
  expect((await write(`scans/${kind}`, number, body)).status).toBe(200);
}

const list = async (user: TestUser = admin) =>
  cloud.send("GET", "/v1/admin/category-map/unmapped-classes", { headers: user.authorization });
const namesOf = async () =>
  (await list()).body.data.items.map(({ className, scans }: { className: string; scans: number }) => [
    className,
    scans,
  ]);

test("lists what cargo scans show and nothing names, most seen first, until the map names it", async () => {
  await scanned("TSXU7260813", "category", "wine rack", "wine rack", "carton", "Wooden_Crate", undefined);
  await scanned("TSXU7260829", "category", "wine rack", "stuffed toy", "person", "seal", "placard class 3", "empty");
  await scanned("TSXU7260834", "defect", "dent");
  await scanned("TSXU7260840", "illegal", "odd shape");
  expect(await namesOf()).toEqual([
    ["wine rack", 2],
    ["stuffed toy", 1],
  ]);
  expect((await list()).body.data.items[0].lastSeenAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  const classes = bundledMap.classes.map((one) =>
    one.name === "crate" ? { ...one, aliases: [...one.aliases, "Wine rack"] } : one,
  );
  const saved = await cloud.send("PUT", "/v1/admin/category-map", {
    body: { map: { ...bundledMap, classes } },
    headers: admin.authorization,
  });
  expect(saved.status).toBe(200);
  expect(await namesOf()).toEqual([["stuffed toy", 1]]);
});

test("is for admins, and forgets what was last seen a month ago", async () => {
  expect((await list(ann)).status).toBe(403);
  cloud.advanceMs(31 * 86_400_000);
  const later = await cloud.signIn("admin");
  expect((await list(later)).body.data).toEqual({ items: [] });
});
