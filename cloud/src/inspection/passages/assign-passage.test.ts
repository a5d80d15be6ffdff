import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeOf } from "../merging/testing.ts";
import { carton, createPassageWorld, weapon } from "./testing.ts";

const world = await createPassageWorld();
const { cloud, sue, tom, ann, as, dataOf, record, passage, find, idOf, assign, named } = world;
const { read, escalate, itemsOf, logOf, declare, decide, unique, scanned } = world;

const recordsOf = async (id: string) => [
  ...(await itemsOf(`/containers/${id}/scans`)).map((one: { id: string }) => one.id),
  ...(await itemsOf(`/containers/${id}/evidence`)).map((one: { evidenceId: string }) => one.evidenceId),
];

describe("a passage whose vehicle no device could name", () => {
  test("is listed, and one assignment moves all that was recorded of it", async () => {
    const { passageId, placeholder } = passage();
    const scan = await record(passageId, placeholder, { detections: [weapon] });
    const photo = await record(passageId, placeholder, { kind: "evidence" });
    const { containerId } = scan;
    expect(await read(containerId)).toMatchObject({ status: "ESCALATED" });
    const listed = await find(passageId);
    expect(listed).toMatchObject({
      deviceId: "box",
      containers: [
        { position: null, isUnidentified: true, assigned: null, container: { containerNumber: placeholder } },
      ],
    });
    expect(new Set(listed.pictures.map(({ id }: { id: string }) => id))).toEqual(
      new Set([scan.scanId, photo.evidenceId]),
    );

    const other = await scanned(2);
    const assigned = await dataOf(assign(listed.id, other.number));
    expect(assigned.containers).toMatchObject([
      { isUnidentified: false, assigned: { by: { id: sue.id } }, container: { id: other.id } },
    ]);
    expect(new Set(await recordsOf(other.id))).toEqual(new Set([other.scanId, scan.scanId, photo.evidenceId]));
    expect(await read(other.id)).toMatchObject({ status: "ESCALATED" });
    expect(codeOf(await as(sue, "GET", `/containers/${containerId}`))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(await find(passageId)).toBeUndefined();
    expect(await find(passageId, "?state=assigned")).toMatchObject({ id: listed.id });
    expect(await logOf(`subject=passage:${listed.id}`)).toMatchObject([
      { action: "passage.assign", actor: { id: sue.id }, after: { containerNumber: other.number } },
    ]);
  });

  test("becomes a container that was not recorded before, with the manifest that waits for it", async () => {
    const { passageId, placeholder } = passage();
    const { containerId } = await record(passageId, placeholder, { detections: [carton] });
    const number = unique();
    const manifest = await declare(number, { declaredGoods: [{ description: "Coffee", packageCode: "SA" }] });
    await dataOf(assign((await find(passageId)).id, number));
    expect(await read(containerId)).toMatchObject({ containerNumber: number, manifestId: manifest.id });
  });

  test("takes along what arrives afterwards, and no device overrides a person", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder);
    const number = unique();
    await dataOf(assign((await find(passageId)).id, number));
    const late = await record(passageId, placeholder, { minutes: 8 });
    expect(late).toMatchObject({ containerNumber: number, created: false });
    const other = unique();
    expect(await named(passageId, other)).toMatchObject({ containerNumber: number });
    expect(await record(passageId, other, { minutes: 7 })).toMatchObject({ containerNumber: number });
    expect(await itemsOf(`/containers?search=${other}`)).toEqual([]);
  });

  test("leaves with the first name what others added, when it is assigned again", async () => {
    const { passageId, placeholder } = passage();
    const scan = await record(passageId, placeholder);
    const { scanId: added } = await scanned(0, { number: placeholder });
    await escalate(scan.containerId, "broken seal");
    const [wrong, right] = [await scanned(1), await scanned(1)];
    const { id } = await find(passageId);
    await dataOf(assign(id, wrong.number));
    await dataOf(assign(id, right.number));
    expect(new Set(await recordsOf(wrong.id))).toEqual(new Set([wrong.scanId, added]));
    expect(await read(wrong.id)).toMatchObject({ status: "ESCALATED" });
    expect(new Set(await recordsOf(right.id))).toEqual(new Set([right.scanId, scan.scanId]));
    expect(await read(right.id)).toMatchObject({ status: "SCANNED" });
  });

  test("is undone by another assignment, with everything that devices recorded of it", async () => {
    const { passageId, placeholder } = passage();
    const scan = await record(passageId, placeholder, { detections: [weapon] });
    const [wrong, right] = [await scanned(1), await scanned(1)];
    const { id } = await find(passageId);
    await dataOf(assign(id, wrong.number));
    expect(await read(wrong.id)).toMatchObject({ status: "ESCALATED" });
    await dataOf(assign(id, right.number, { user: tom }));
    expect(await recordsOf(wrong.id)).toEqual([wrong.scanId]);
    expect(await read(wrong.id)).toMatchObject({ status: "SCANNED", categoryScan: { scanId: wrong.scanId } });
    expect(await recordsOf(right.id)).toContain(scan.scanId);
    expect(await read(right.id)).toMatchObject({ status: "ESCALATED", categoryScan: { scanId: scan.scanId } });
    const [open] = await itemsOf(`/escalations?containerId=${right.id}`);
    expect(open).toMatchObject({ state: "OPEN", scanId: scan.scanId });
    expect((await logOf(`subject=passage:${id}`)).map((one: { actor: { id: string } }) => one.actor.id)).toEqual([
      tom.id,
      sue.id,
    ]);
  });
});

test("a passage that is given its placeholder again is unidentified, and its device may still name it", async () => {
  const { passageId, placeholder } = passage();
  const scan = await record(passageId, placeholder);
  const { id } = await find(passageId);
  const wrong = await scanned(1);
  await dataOf(assign(id, wrong.number));
  await dataOf(assign(id, placeholder));
  expect(await find(passageId)).toMatchObject({ id, containers: [{ isUnidentified: true, assigned: null }] });
  expect(await recordsOf(wrong.id)).toEqual([wrong.scanId]);
  const number = unique();
  const { containerId } = await named(passageId, number);
  expect(await recordsOf(containerId)).toEqual([scan.scanId]);
  expect(await find(passageId)).toBeUndefined();
});

describe("a passage with a weapon that is given its placeholder again", () => {
  const isBack = async (id: string, passageId: string, scanId: string) => {
    const listed = await find(passageId);
    expect(listed).toMatchObject({ id, containers: [{ isUnidentified: true, assigned: null }] });
    const [{ container }] = listed.containers;
    expect(await read(container.id)).toMatchObject({ status: "ESCALATED" });
    expect(await recordsOf(container.id)).toEqual([scanId]);
    return container;
  };

  test("takes its number back from the container that it became", async () => {
    const { passageId, placeholder } = passage();
    const { scanId, containerId } = await record(passageId, placeholder, { detections: [weapon] });
    const { id } = await find(passageId);
    const number = unique();
    await dataOf(assign(id, number));
    await dataOf(assign(id, placeholder));
    expect(await isBack(id, passageId, scanId)).toMatchObject({ id: containerId, containerNumber: placeholder });
    expect(await record(unique(), number)).toMatchObject({ containerNumber: number, created: true });
  });

  test("leaves the container that it became with what else was recorded there", async () => {
    const { passageId, placeholder } = passage();
    const { scanId, containerId } = await record(passageId, placeholder, { detections: [weapon] });
    const { id } = await find(passageId);
    const number = unique();
    await dataOf(assign(id, number));
    const other = await record(unique(), number, { minutes: 9 });
    await dataOf(assign(id, placeholder));
    expect(await isBack(id, passageId, scanId)).toMatchObject({ containerNumber: placeholder });
    expect(await read(containerId)).toMatchObject({ containerNumber: number, status: "SCANNED" });
    expect(await recordsOf(containerId)).toEqual([other.scanId]);
  });

  test("leaves the container that it was merged into", async () => {
    const { passageId, placeholder } = passage();
    const { scanId } = await record(passageId, placeholder, { detections: [weapon] });
    const { id } = await find(passageId);
    const wrong = await scanned(1);
    await dataOf(assign(id, wrong.number));
    await dataOf(assign(id, placeholder));
    expect(await isBack(id, passageId, scanId)).toMatchObject({ containerNumber: placeholder });
    expect(await read(wrong.id)).toMatchObject({ status: "SCANNED" });
    expect(await recordsOf(wrong.id)).toEqual([wrong.scanId]);
  });
});

describe("a passage that was recorded under the container of another vehicle", () => {
  test("leaves that one as if it had never been there", async () => {
    const wrong = await scanned(3);
    const { passageId } = passage();
    const scan = await record(passageId, wrong.number, { detections: [weapon] });
    await record(passageId, wrong.number, { kind: "evidence" });
    expect(await read(wrong.id)).toMatchObject({ status: "ESCALATED", categoryScan: { scanId: scan.scanId } });
    const number = unique();
    const assigned = await dataOf(assign(await idOf(passageId), number));
    const [{ container }] = assigned.containers;
    expect(await read(wrong.id)).toMatchObject({ status: "SCANNED", categoryScan: { scanId: wrong.scanId } });
    expect(await recordsOf(wrong.id)).toEqual([wrong.scanId]);
    expect(await read(container.id)).toMatchObject({ containerNumber: number, status: "ESCALATED" });
    expect(await recordsOf(container.id)).toHaveLength(2);
    expect(await logOf(`subject=container:${wrong.id}&action=container.give-passage`)).toHaveLength(1);
  });

  test("is compared with the manifest of its own container", async () => {
    const [number, other] = [unique(), unique()];
    const manifest = await declare(number, { declaredGoods: [{ description: "Coffee", packageCode: "CT" }] });
    const { passageId } = passage();
    const { scanId } = await record(passageId, other, { detections: [carton] });
    await record(unique(), other, { detections: [carton], minutes: 9 });
    const { containers } = await dataOf(assign(await idOf(passageId), number));
    expect(containers[0].container.containerNumber).toBe(number);
    const { rows } = await cloud.parts.db.execute(
      sql`select recorded_match -> 'manifests' -> 0 ->> 'manifestId' as id from scans where id = ${scanId}`,
    );
    expect(rows).toEqual([{ id: manifest.id }]);
  });

  test("leaves no container that is held by a decision or by law", async () => {
    const held = await scanned(3);
    const { passageId } = passage();
    await record(passageId, held.number);
    await decide(sue, held.id, "hold");
    expect(codeOf(await assign(await idOf(passageId), unique()))).toEqual([409, "CONTAINER_HELD"]);
    await decide(tom, held.id, "clear");
    await dataOf(as(sue, "PUT", `/containers/${held.id}/legal-hold`, { reason: "court" }));
    expect(codeOf(await assign(await idOf(passageId), unique()))).toEqual([409, "CONTAINER_HELD"]);
  });

  test("takes no escalation along that a person raised", async () => {
    const { passageId } = passage();
    const scan = await record(passageId, unique());
    await record(unique(), scan.containerNumber, { minutes: 5 });
    await escalate(scan.containerId, "broken seal");
    const { containers } = await dataOf(assign(await idOf(passageId), unique()));
    expect(await read(scan.containerId)).toMatchObject({ status: "ESCALATED" });
    expect(await read(containers[0].container.id)).toMatchObject({ status: "SCANNED" });
  });
});

describe("who may assign", () => {
  test("an operator of the containers, unless one must stay", async () => {
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder, { user_email: ann.email });
    const { id } = await find(passageId);
    const foreign = await scanned(1, { user: sue });
    expect(codeOf(await assign(id, foreign.number, { user: ann }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await assign(id, unique(), { user: world.bob }))).toEqual([403, "FORBIDDEN"]);
    expect((await assign(id, unique(), { user: ann })).status).toBe(200);
    const next = passage();
    const { containerId } = await record(next.passageId, next.placeholder, { user_email: ann.email });
    await escalate(containerId);
    const { id: nextId } = await find(next.passageId);
    expect(codeOf(await assign(nextId, unique(), { user: ann }))).toEqual([409, "CONTAINER_HELD"]);
    expect((await assign(nextId, unique())).status).toBe(200);
  });

  test("no user a passage that does not exist, or a position that it does not have", async () => {
    expect(codeOf(await assign("0".repeat(24), unique()))).toEqual([404, "PASSAGE_NOT_FOUND"]);
    const { passageId, placeholder } = passage();
    await record(passageId, placeholder, { passage_position: "front" });
    const { id } = await find(passageId);
    expect(codeOf(await assign(id, unique(), { position: "rear" }))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test("two containers of one vehicle are named one by one, and the placeholder is removed with the last", async () => {
  const { passageId, placeholder } = passage();
  const front = await record(passageId, placeholder, { passage_position: "front" });
  const rear = await record(passageId, placeholder, { passage_position: "rear", minutes: 9 });
  const listed = await find(passageId);
  expect(listed.containers.map((one: { position: string }) => one.position)).toEqual(["front", "rear"]);
  const [first, second] = [unique(), unique()];
  await dataOf(assign(listed.id, first, { position: "front" }));
  expect(await recordsOf(front.containerId)).toEqual([rear.scanId]);
  const { containers } = await dataOf(assign(listed.id, second, { position: "rear" }));
  const numbers = containers.map((one: { container: { containerNumber: string } }) => one.container.containerNumber);
  expect(numbers).toEqual([first, second]);
  expect((await as(sue, "GET", `/containers/${front.containerId}`)).status).toBe(404);
  expect(await record(passageId, placeholder, { passage_position: "rear", minutes: 8 })).toMatchObject({
    containerNumber: second,
  });
});
