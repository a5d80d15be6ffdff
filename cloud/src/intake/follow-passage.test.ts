import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeOf } from "../inspection/merging/testing.ts";
import { createPassageWorld, weapon } from "../inspection/passages/testing.ts";
import { waitsForLocks } from "../testing/database.ts";

const world = await createPassageWorld();
const { cloud, sue, admin, as, dataOf, record, passage, find, assign, named, read } = world;
const { itemsOf, merge, unique, scanned, declare } = world;

const scansOf = async (id: string) =>
  (await itemsOf(`/containers/${id}/scans`)).map(({ id: scanId }: { id: string }) => scanId);

describe("a number that a device finds out late", () => {
  test("names what was recorded of the passage under its placeholder, and what follows", async () => {
    const { passageId, placeholder } = passage();
    const first = await record(passageId, placeholder, { detections: [weapon] });
    const number = unique();
    const reply = await named(passageId, number);
    expect(reply).toMatchObject({ containerId: first.containerId, containerNumber: number, created: false });
    expect(await record(passageId, number, { minutes: 9 })).toMatchObject({ containerId: first.containerId });
    expect(await read(first.containerId)).toMatchObject({ containerNumber: number, status: "ESCALATED" });
    expect(await find(passageId)).toBeUndefined();
  });

  test("moves it to the container that has the number already", async () => {
    const known = await scanned(1);
    const { passageId, placeholder } = passage();
    const { scanId, containerId } = await record(passageId, placeholder);
    expect(await named(passageId, known.number)).toMatchObject({ containerId: known.id });
    expect(await scansOf(known.id)).toEqual([scanId, known.scanId]);
    expect((await as(sue, "GET", `/containers/${containerId}`)).status).toBe(404);
    // What was under way under the placeholder follows.
    expect(await record(passageId, placeholder, { minutes: 9 })).toMatchObject({ containerId: known.id });
  });

  test("names one position, and leaves the other", async () => {
    const { passageId, placeholder } = passage();
    const front = await record(passageId, placeholder, { passage_position: "front" });
    const rear = await record(passageId, placeholder, { passage_position: "rear", minutes: 9 });
    const number = unique();
    const { containerId } = await named(passageId, number, { passage_position: "rear" });
    expect(await scansOf(containerId)).toEqual([rear.scanId]);
    expect(await scansOf(front.containerId)).toEqual([front.scanId]);
    const { containers } = await find(passageId);
    expect(containers).toMatchObject([
      { position: "front", isUnidentified: true },
      { position: "rear", isUnidentified: false, container: { containerNumber: number } },
    ]);
  });

  test("moves nothing where another number was recorded: a person must look at it", async () => {
    const { passageId } = passage();
    const [one, other] = [unique(), unique()];
    const first = await record(passageId, one);
    const reply = await named(passageId, other);
    expect(reply).toMatchObject({ containerNumber: other, created: true });
    expect(await scansOf(first.containerId)).toEqual([first.scanId]);
    expect(await find(passageId)).toMatchObject({
      containers: [{ isUnidentified: true, container: { containerNumber: one } }],
    });
  });

  test("stays where both containers have manifests: a person must look at it", async () => {
    const known = await scanned(1);
    const [manifest, own] = [await declare(known.number), await declare(unique())];
    expect(await read(known.id)).toMatchObject({ manifestId: manifest.id });
    const { passageId, placeholder } = passage();
    const { containerId, scanId } = await record(passageId, placeholder);
    await dataOf(as(sue, "PUT", `/containers/${containerId}/manifest`, { manifestId: own.id }));
    expect(await named(passageId, known.number)).toMatchObject({ containerId: known.id });
    expect(await scansOf(containerId)).toEqual([scanId]);
    const { id } = await find(passageId);
    expect(codeOf(await assign(id, known.number))).toEqual([409, "MANIFEST_CONFLICT"]);
    expect(await scansOf(containerId)).toEqual([scanId]);
  });
});

describe("a record of a passage", () => {
  test("is recorded under the number that it states, and listed where an earlier one stated another", async () => {
    const { passageId } = passage();
    const [one, other] = [unique(), unique()];
    await record(passageId, one);
    expect(await find(passageId)).toBeUndefined();
    expect(await record(passageId, other)).toMatchObject({ containerNumber: other, created: true });
    const { containers, pictures } = await find(passageId);
    expect(containers).toMatchObject([{ container: { containerNumber: one }, isUnidentified: true }]);
    expect(new Set(pictures.map(({ containerId }: { containerId: string }) => containerId)).size).toBe(2);
  });

  test("follows the container whose number a person corrected, or merged, since", async () => {
    const { passageId, placeholder } = passage();
    const { containerId: id } = await record(passageId, placeholder);
    const containerNumber = unique();
    await dataOf(as(sue, "PUT", `/containers/${id}/container-number`, { containerNumber }));
    expect(await find(passageId)).toBeUndefined();
    expect(await record(passageId, placeholder, { minutes: -1 })).toMatchObject({ containerId: id, created: false });
    const target = await scanned(1);
    await dataOf(merge({ id }, target));
    expect(await record(passageId, placeholder, { minutes: -2 })).toMatchObject({ containerId: target.id });
  });

  test("names the container again where the one before was deleted", async () => {
    const { passageId, placeholder } = passage();
    const { containerId } = await record(passageId, placeholder);
    await dataOf(assign((await find(passageId)).id, unique()));
    expect((await as(admin, "DELETE", `/containers/${containerId}`)).status).toBe(200);
    const next = await record(passageId, placeholder);
    expect(next).toMatchObject({ containerNumber: placeholder, created: true });
    expect(await find(passageId)).toMatchObject({ containers: [{ isUnidentified: true, assigned: null }] });
  });

  test("of a position that none had before follows the others, not a container that a person took them out of", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder, { passage_position: "front" });
    const [wrong, right] = [await scanned(1), await scanned(1)];
    const { id } = await find(passageId);
    await dataOf(assign(id, wrong.number));
    await dataOf(assign(id, right.number));
    const late = await record(passageId, placeholder, { passage_position: "rear", minutes: 8 });
    expect(late).toMatchObject({ containerId: right.id });
    expect(await scansOf(wrong.id)).toEqual([wrong.scanId]);
  });

  test("of a position that none had before is listed where the others are of several containers", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder, { passage_position: "front" });
    await record(passageId, placeholder, { passage_position: "rear", minutes: 9 });
    const [wrong, one, other] = [await scanned(1), await scanned(1), await scanned(1)];
    const { id } = await find(passageId);
    await dataOf(assign(id, wrong.number));
    await dataOf(assign(id, one.number, { position: "front" }));
    await dataOf(assign(id, other.number, { position: "rear" }));
    const late = await record(passageId, placeholder, { passage_position: "third", minutes: 8 });
    expect(late).toMatchObject({ containerNumber: placeholder, created: true });
    const { containers } = await find(passageId);
    expect(containers.map((one: { isUnidentified: boolean }) => one.isUnidentified)).toEqual([false, false, true]);
  });

  test("of a position that none had before is no part of a container that the device read at another one", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, unique(), { passage_position: "front" });
    const rear = await record(passageId, placeholder, { passage_position: "rear", minutes: 9 });
    expect(rear).toMatchObject({ containerNumber: placeholder, created: true });
    expect(await find(passageId)).toBeDefined();
  });

  test.each(["merged", "deleted"])("finds where its passage is while that container is %s", async (change) => {
    const { db } = cloud.parts;
    const { passageId, placeholder } = passage();
    const { containerId } = await record(passageId, placeholder);
    await dataOf(assign((await find(passageId)).id, unique()));
    const target = await scanned(1);
    const recording = await db.transaction(async (tx) => {
      const into = change === "merged" ? target.id : null;
      await tx.execute(sql`update containers set deleted_at = now(), merged_into_id = ${into},
        merged_at = case when ${into}::text is null then null else now() end where id = ${containerId}`);
      const begun = record(passageId, placeholder, { minutes: 9 });
      await waitsForLocks(db);
      return [begun];
    });
    const [late] = await Promise.all(recording);
    expect(late.containerId === target.id).toBe(change === "merged");
    const state = change === "merged" ? "assigned" : "unidentified";
    const listed = await find(passageId, `?state=${state}`);
    expect(listed).toMatchObject({ containers: [{ container: { id: late.containerId } }] });
    expect(await itemsOf(`/containers?search=${placeholder}`)).toHaveLength(change === "merged" ? 0 : 1);
  });

  test("of another device with the same passage id is of another passage", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder);
    await dataOf(assign((await find(passageId)).id, unique()));
    const other = `${placeholder}-2`;
    expect(await record(passageId, other, { device_id: "box-2" })).toMatchObject({
      containerNumber: other,
      created: true,
    });
  });

  test("reaches the container of its passage, however many arrive while it is named", async () => {
    const { passageId, placeholder } = passage();
    const first = await record(passageId, placeholder);
    const { id } = await find(passageId);
    const [number, other] = [unique(), await scanned(1)];
    const writes = Array.from({ length: 6 }, (_, index) => record(passageId, placeholder, { minutes: 9 - index }));
    await Promise.all([
      ...writes,
      dataOf(assign(id, number)),
      named(passageId, other.number),
      dataOf(assign(id, other.number, { user: admin })),
    ]);
    const last = await record(passageId, placeholder, { minutes: 1 });
    const scans = await scansOf(last.containerId);
    expect(scans.filter((scanId: string) => scanId !== other.scanId)).toHaveLength(8);
    expect(scans).toContain(first.scanId);
    expect(cloud.logLines.join()).not.toContain("deadlock");
  });
});

test("passages are listed in pages, by lane, and to operators only of their own containers", async () => {
  const plan = { sites: [{ name: "Port", lanes: [{ name: "In" }] }] };
  const [site] = (await dataOf(as(admin, "PUT", "/admin/topology", plan))).sites;
  const [{ id: laneId }] = site.lanes;
  await dataOf(as(admin, "PUT", "/admin/cameras/in-1", { laneId }));
  const all = [];
  for (const minutes of [30, 20, 10]) {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder, {
      minutes,
      camera_id: "in-1",
      ...(minutes === 20 ? { user_email: world.bob.email } : {}),
    });
    all.unshift(passageId);
  }
  const pageOf = async (query: string, user = sue) => dataOf(as(user, "GET", `/passages?laneId=${laneId}${query}`));
  const names = ({ items }: { items: { passageId: string }[] }) => items.map(({ passageId }) => passageId);
  const whole = await pageOf("");
  expect(names(whole)).toEqual(all);
  expect(whole.items[1]).toMatchObject({
    lane: { id: laneId, name: "In" },
    previous: { passageId: all[2] },
    next: { passageId: all[0] },
  });
  expect([whole.items[0].next, whole.items[2].previous]).toEqual([null, null]);
  const first = await pageOf("&limit=2");
  expect(names(await pageOf(`&limit=2&cursor=${first.nextCursor}`))).toEqual(all.slice(2));
  const own = await pageOf("", world.bob);
  expect(names(own)).toEqual([all[1]]);
  expect(own.items[0]).toMatchObject({ previous: null, next: null });
  const { id } = whole.items[0];
  expect(codeOf(await as(world.bob, "GET", `/passages/${id}/suggestions`))).toEqual([403, "FORBIDDEN"]);
});

test("numbers are suggested: what was recorded, what is similar and expected, the neighbours, and what a manifest awaits", async () => {
  const [expected, misread] = ["CSQU3054383", "CSQU3054388"];
  await declare(expected);
  const beside = await record(unique(), "TGHU7599330", { minutes: 12, device_id: "suggesting" });
  const { passageId } = passage();
  const fields = { device_id: "suggesting" };
  await record(passageId, misread, fields);
  await record(passageId, unique(), { ...fields, minutes: 9 });
  const { id } = await find(passageId);
  const suggest = async (query = "", user = sue) =>
    (await dataOf(as(user, "GET", `/passages/${id}/suggestions${query}`))).items;
  const items = await suggest();
  const reasonOf = (number: string) =>
    items.find((one: { containerNumber: string }) => one.containerNumber === number)?.reason;
  expect([misread, expected, beside.containerNumber].map(reasonOf)).toEqual(["recorded", "near", "neighbour"]);
  expect(items.length).toBeLessThanOrEqual(9);
  expect(
    (await suggest("?part=305438")).map((one: { containerNumber: string }) => one.containerNumber).toSorted(),
  ).toEqual([expected, misread]);
});
