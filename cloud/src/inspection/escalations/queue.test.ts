import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const [ann, sue, sid, boss] = [
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor", "sue@example.com"),
  await cloud.signIn("supervisor", "sid@example.com"),
  await cloud.signIn("admin"),
];

const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { headers: user.authorization, body });
const read = async (query = "", user = sue) => (await as(user, "GET", `/escalations/queue?${query}`)).body.data;
type Item = { id: string; container: { id: string; containerNumber: string } };
const numbers = async (query = "") => (await read(query)).items.map(({ container }: Item) => container.containerNumber);
const escalate = async (containerNumber: string): Promise<{ id: string; containerId: string }> => {
  const containerId = (await as(ann, "POST", "/containers", { containerNumber })).body.data.id;
  return { containerId, id: await escalateAgain(containerId) };
};
const escalateAgain = async (containerId: string): Promise<string> =>
  (await as(sue, "POST", `/containers/${containerId}/escalate`, { reason: "the seal looks new" })).body.data.id;
const resolve = (user: TestUser, id: string, decision: string) =>
  as(user, "POST", `/escalations/${id}/resolve`, { decision, reason: "seen" });

const plan = { sites: [{ name: "North", lanes: [{ name: "In 1" }] }] };
const lane = (await as(boss, "PUT", "/admin/topology", plan)).body.data.sites[0].lanes[0];
await as(boss, "PUT", "/admin/cameras/top", { laneId: lane.id });
const first = await escalate("USER-1");
const second = await escalate("USER-2");
await as(ann, "POST", "/containers", { containerNumber: "PAPER-1" });
await as(ann, "POST", "/manifests", { containerNumber: "PAPER-1", status: "REJECTED" });
await scan("PAPER-1", await scanBody());
const knife = { detections: [{ class_name: "knife", confidence: 0.9 }], camera_id: "top" };
const illegal = (await write("scans/illegal", "XRAY-1", await scanBody(knife))).body.data;

describe("the queue of escalations", () => {
  test("has the most severe first, and the oldest first among these, page by page", async () => {
    const order = ["XRAY-1", "USER-1", "USER-2", "PAPER-1"];
    expect(await numbers()).toEqual(order);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { items: Item[]; nextCursor: string | null } = await read(`limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ container }) => container.containerNumber));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(order);
    const foreign = (await as(sue, "GET", "/escalations?limit=1")).body.data.nextCursor;
    expect((await as(sue, "GET", `/escalations/queue?cursor=${foreign}`)).status).toBe(400);
  });

  test("names the picture to judge and the lane where it was taken", async () => {
    const [xray, user] = (await read()).items;
    expect(xray).toMatchObject({ pictureScanId: illegal.scanId, lane: { id: lane.id, name: "In 1" } });
    expect(user).toMatchObject({ pictureScanId: null, lane: null, source: "user", raisedBy: { id: sue.id } });
    const { scanId } = (await scan("USER-1", await scanBody())).body.data;
    expect((await read(`containerId=${first.containerId}`)).items).toMatchObject([
      { pictureScanId: scanId, lane: null },
    ]);
  });

  test("is filtered by state, source, container, user, lane, class and age", async () => {
    await as(sue, "POST", `/escalations/${first.id}/claim`);
    expect(await numbers("state=CLAIMED")).toEqual(["USER-1"]);
    expect(await numbers(`claimedById=${sue.id}`)).toEqual(["USER-1"]);
    expect(await numbers("state=OPEN&source=user")).toEqual(["USER-2"]);
    expect(await numbers(`containerId=${second.containerId}`)).toEqual(["USER-2"]);
    expect(await numbers(`laneId=${lane.id}`)).toEqual(["XRAY-1"]);
    expect(await numbers("class=knife")).toEqual(["XRAY-1"]);
    expect(await numbers("class=drum")).toEqual([]);
    const raisedAt = (await as(sue, "GET", `/escalations/${second.id}`)).body.data.createdAt;
    expect(await numbers(`raisedBefore=${raisedAt}`)).toEqual(["USER-1"]);
    expect((await as(sue, "GET", "/escalations/queue?state=RESOLVED")).status).toBe(400);
  });

  test("counts open and claimed escalations regardless of the filter, and ends with the decision", async () => {
    expect((await read("class=drum")).counts).toEqual({ open: 3, claimed: 1, mine: 1 });
    expect((await read("", sid)).counts).toEqual({ open: 3, claimed: 1, mine: 0 });
    await resolve(sid, second.id, "inspect");
    expect((await read()).counts).toEqual({ open: 2, claimed: 1, mine: 1 });
    expect(await numbers()).not.toContain("USER-2");
    expect((await as(ann, "GET", "/escalations/queue")).status).toBe(403);
  });

  test("lists users whose hold decision is in force, until another supervisor has cleared the container", async () => {
    const holders = async (containerId: string) => (await read(`containerId=${containerId}`)).items[0].standingHoldsBy;
    expect(await holders(first.containerId)).toEqual([]);
    await resolve(sue, first.id, "hold");
    const again = await escalateAgain(first.containerId);
    expect(await holders(first.containerId)).toEqual([{ id: sue.id, email: "sue@example.com" }]);
    expect((await resolve(sue, again, "clear")).status).toBe(403);
    await resolve(sid, again, "clear");
    const last = await escalateAgain(first.containerId);
    expect(await holders(first.containerId)).toEqual([]);
    expect((await resolve(sue, last, "clear")).status).toBe(200);
  });
});
