import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { codeOf } from "../merging/testing.ts";
import { createPassageWorld } from "./testing.ts";

const world = await createPassageWorld();
const { ann, bob, sue, admin, as, dataOf, record, passage, find, list, assign, unique } = world;

/** A passage whose front was not read, and whose rear was read as two numbers. */
async function doubtful({ front = {}, rear = {} }: { front?: object; rear?: object } = {}) {
  const { passageId, placeholder } = passage();
  const one = await record(passageId, placeholder, { passage_position: "front", ...front });
  const other = await record(passageId, unique(), { passage_position: "rear", minutes: 9, ...rear });
  await record(passageId, unique(), { passage_position: "rear", minutes: 8, ...rear });
  return { passageId, frontId: String(one.containerId), rearId: String(other.containerId) };
}

const positionsOf = ({ containers }: { containers: { position: string; isUnidentified: boolean }[] }) =>
  containers.map(({ position, isUnidentified }) => [position, isUnidentified]);

describe("a passage is listed once while a person must name one of its containers", () => {
  test("of two", async () => {
    const { passageId } = await doubtful();
    expect((await list()).filter((one: { passageId: string }) => one.passageId === passageId)).toHaveLength(1);
  });

  test("when the number of another one was corrected", async () => {
    const { passageId, frontId } = await doubtful();
    await dataOf(as(sue, "PUT", `/containers/${frontId}/container-number`, { containerNumber: unique() }));
    expect(positionsOf(await find(passageId))).toEqual([
      ["front", false],
      ["rear", true],
    ]);
  });

  test("when another one was deleted", async () => {
    const { passageId, frontId } = await doubtful();
    expect((await as(admin, "DELETE", `/containers/${frontId}`)).status).toBe(200);
    expect(positionsOf(await find(passageId))).toEqual([["rear", true]]);
  });

  test("in the lane of this one", async () => {
    const plan = { sites: [{ name: "Yard", lanes: [{ name: "West" }, { name: "East" }] }] };
    const [site] = (await dataOf(as(admin, "PUT", "/admin/topology", plan))).sites;
    const cameras = { West: "west-1", East: "east-1" };
    for (const { id: laneId, name } of site.lanes as { id: string; name: "West" | "East" }[])
      await dataOf(as(admin, "PUT", `/admin/cameras/${cameras[name]}`, { laneId }));
    const { passageId } = await doubtful({ front: { camera_id: "west-1" }, rear: { camera_id: "east-1" } });
    for (const { id } of site.lanes) expect(await find(passageId, `?laneId=${id}`)).toBeDefined();
  });
});

describe("an operator who owns one container of a passage, and another user the other one", () => {
  const namesOf = async (user: typeof sue) =>
    (await dataOf(as(user, "GET", "/passages"))).items.map((one: { passageId: string }) => one.passageId);

  test("neither sees nor assigns it", async () => {
    const { passageId } = await doubtful({ front: { user_email: ann.email }, rear: { user_email: bob.email } });
    const { id } = await find(passageId);
    for (const user of [ann, bob]) {
      expect(await namesOf(user)).not.toContain(passageId);
      expect(codeOf(await as(user, "GET", `/passages/${id}/suggestions`))).toEqual([403, "FORBIDDEN"]);
    }
    expect(codeOf(await assign(id, unique(), { user: ann, position: "front" }))).toEqual([403, "FORBIDDEN"]);
    const own = await doubtful({ front: { user_email: ann.email }, rear: { user_email: ann.email } });
    expect(await namesOf(ann)).toContain(own.passageId);
  });

  test("sees no neighbour of another user in the reply to an assignment", async () => {
    const fields = { device_id: "beside" };
    const names = [passage(), passage(), passage()];
    for (const [index, { passageId, placeholder }] of names.entries()) {
      const { email } = index === 1 ? ann : bob;
      await record(passageId, placeholder, { ...fields, minutes: 30 - index, user_email: email });
    }
    const { id } = await find(names[1]?.passageId ?? "");
    const assigned = await dataOf(assign(id, unique(), { user: ann }));
    expect(assigned).toMatchObject({ id, previous: null, next: null });
    expect(await find(names[1]?.passageId ?? "", "?state=assigned")).toMatchObject({
      previous: { passageId: names[0]?.passageId },
      next: { passageId: names[2]?.passageId },
    });
  });
});

test("a page takes as many queries however many passages it has, and shows of each the first twelve pictures", async () => {
  const plan = { sites: [{ name: "Quay", lanes: [{ name: "Out" }] }] };
  const [site] = (await dataOf(as(admin, "PUT", "/admin/topology", plan))).sites;
  const [{ id: laneId }] = site.lanes;
  await dataOf(as(admin, "PUT", "/admin/cameras/out-1", { laneId }));
  let begun = 0;
  const send = async () => {
    begun += 1;
    const { passageId, placeholder } = passage();
    const sent = [];
    for (let count = 0; count < 7; count += 1)
      for (const kind of ["evidence", "scans/defect"]) {
        const { scanId, evidenceId } = await record(passageId, placeholder, {
          kind,
          minutes: 40 - sent.length - begun / 10,
          camera_id: "out-1",
        });
        sent.push(scanId ?? evidenceId);
      }
    return sent.slice(0, 12);
  };
  const queries = vi.spyOn(Client.prototype, "query");
  const pageOf = async (limit: number) => {
    queries.mockClear();
    const { items, nextCursor } = await dataOf(as(sue, "GET", `/passages?laneId=${laneId}&limit=${limit}`));
    const texts = queries.mock.calls.map(([query]: unknown[]) => textOf(query));
    const shown = items.map(({ pictures }: { pictures: { id: string }[] }) => pictures.map(({ id }) => id));
    return { shown, nextCursor, taken: texts.filter((text) => text.includes("passage")).length };
  };
  const first = [await send(), await send()].toReversed();
  const two = await pageOf(50);
  const all = [await send(), ...first];
  const three = await pageOf(50);
  expect([two.shown, three.shown]).toEqual([first, all]);
  expect(two.taken).toBeGreaterThan(0);
  expect(three.taken).toBe(two.taken);
  expect(await pageOf(2)).toMatchObject({ shown: all.slice(0, 2), nextCursor: expect.any(String) });
  queries.mockRestore();
});

const textOf = (query: unknown): string => {
  if (typeof query === "string") return query;
  return query !== null && typeof query === "object" && "text" in query ? String(query.text) : "";
};
