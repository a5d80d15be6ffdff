import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { judgeLanes } from "./judge-lanes.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [sue, admin] = [await cloud.signIn("supervisor"), await cloud.signIn("admin")];
const as = async (user: TestUser, method: string, url: string, body?: unknown) =>
  (await cloud.send(method, `/v1${url}`, { body, headers: user.authorization })).body.data;
const shoes = { description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 };
/** Jobs that were enqueued, as the queue would hand them out. */
const enqueued: object[] = [];
const jobs = {
  ...cloud.parts.jobs,
  enqueue: async (_tx: unknown, _kind: unknown, data: object) => String(enqueued.push(data)),
  enqueueAll: async (_tx: unknown, _kind: unknown, all: object[]) => void enqueued.push(...all),
};
const attempt = { jobId: "", attempt: 1, isLast: false, signal: new AbortController().signal };
const work = (data: object) => judgeLanes.createHandler({ ...cloud.parts, jobs })(data, attempt);

/** A container whose picture fits its manifest. */
async function makeGreen(containerNumber: string) {
  const { id: manifestId } = await as(sue, "POST", "/manifests", { containerNumber, declaredGoods: [shoes], status: "VALIDATED" }); // prettier-ignore
  const { containerId: id, visitLane } = (await scan(containerNumber, await scanBody())).body.data;
  expect(visitLane).toBe("green");
  return { id, manifestId };
}
const laneOf = async (id: string) => (await as(sue, "GET", `/containers/${id}`)).visit.lane;

test("the lanes of current visits follow a new category map, container by container", async () => {
  const { id } = await makeGreen("LANES 1");
  const { id: other } = await makeGreen("LANES 2");
  const classes = bundledMap.classes.filter(({ name }) => name !== "carton");
  const { version } = await as(admin, "PUT", "/admin/category-map", { map: { ...bundledMap, classes } });
  expect(version).toBe(2);
  expect(await laneOf(id)).toBe("green");
  await work({ afterId: null });
  expect([await laneOf(id), await laneOf(other)]).toEqual(["yellow", "yellow"]);
  const [next] = enqueued.splice(0);
  expect(next).toEqual({ afterId: id < other ? other : id });
  await work(next ?? {});
  expect(enqueued).toEqual([]);
  await as(admin, "PUT", "/admin/category-map", { map: bundledMap });
  await work({ afterId: id < other ? id : other });
  expect(new Set([await laneOf(id), await laneOf(other)])).toEqual(new Set(["green", "yellow"]));
});

test("an ended visit follows its manifest, and a new map does not reach it", async () => {
  const { id, manifestId } = await makeGreen("LANES 3");
  await as(sue, "POST", `/containers/${id}/visits`);
  const first = async () => (await as(sue, "GET", `/containers/${id}?visit=1`)).visit.lane;
  const classes = bundledMap.classes.filter(({ name }) => name !== "carton");
  await as(admin, "PUT", "/admin/category-map", { map: { ...bundledMap, classes } });
  await work({ afterId: null });
  expect(await first()).toBe("green");
  await as(sue, "PUT", `/manifests/${manifestId}`, { status: "REJECTED" });
  await work({ containerId: id });
  expect([await first(), await laneOf(id)]).toEqual(["red", null]);
});
