import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const boss = await cloud.signIn("supervisor");
const admin = await cloud.signIn("admin");

const timestamp = (minutesAgo: number) => new Date(cloud.parts.nowMs() - minutesAgo * 60_000).toISOString();
const list = (query: string, user: TestUser = boss) =>
  cloud.send("GET", `/v1/containers?${query}`, { headers: user.authorization });
const numbers = async (query: string, user?: TestUser) =>
  (await list(query, user)).body.data.items.map((item: { containerNumber: string }) => item.containerNumber);
const scanned = async (number: string, changes: Record<string, unknown>) =>
  (await scan(number, await scanBody(changes))).body.data;

describe("containers by last activity", () => {
  test("begin with the one whose record is the latest, however old it is, page by page", async () => {
    for (const [index, number] of ["A 1", "A 2", "A 3", "A 4"].entries())
      await scanned(number, { timestamp: timestamp(40 - index) });
    await scanned("A 1", { timestamp: timestamp(5) });
    // A late record of an earlier time brings nothing up.
    await scanned("A 2", { timestamp: timestamp(60) });
    // A photo is a record as well.
    await write("evidence", "A 3", { ...(await scanBody()), timestamp: timestamp(4) });
    const expected = ["A 3", "A 1", "A 4", "A 2"];
    expect(await numbers("q=A&sort=lastActivity")).toEqual(expected);
    expect(await numbers("q=A&sort=created")).toEqual(["A 4", "A 3", "A 2", "A 1"]);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { data }: { data: { items: { containerNumber: string }[]; nextCursor: string | null } } = (
        await list(`q=A&sort=lastActivity&limit=1${cursor && `&cursor=${cursor}`}`)
      ).body;
      paged.push(...data.items.map((item) => item.containerNumber));
      cursor = data.nextCursor;
    }
    expect(paged).toEqual(expected);
    const [from, to] = [timestamp(38), timestamp(4.5)];
    expect(await numbers(`q=A&sort=lastActivity&activeFrom=${from}&activeTo=${to}`)).toEqual(["A 1", "A 4"]);
    expect(await numbers(`q=A&sort=lastActivity&activeFrom=${from}`)).toEqual(["A 3", "A 1", "A 4"]);
  });

  test("are bounded by the time of their order only", async () => {
    for (const [query, name] of [
      [`activeFrom=${timestamp(1)}`, "activeFrom"],
      [`sort=created&activeTo=${timestamp(1)}`, "activeTo"],
      [`sort=lastActivity&from=${timestamp(1)}`, "from"],
      [`sort=lastActivity&to=${timestamp(1)}`, "to"],
    ])
      expect(await list(query ?? "")).toMatchObject({ status: 400, body: { error: { details: [{ path: name }] } } });
  });

  test("take a cursor of the same order only", async () => {
    const [byTime, byActivity] = [await list("limit=1"), await list("limit=1&sort=lastActivity")];
    for (const query of [
      `cursor=${byActivity.body.data.nextCursor}`,
      `sort=lastActivity&cursor=${byTime.body.data.nextCursor}`,
    ])
      expect(await list(query)).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
  });

  test("are, for an operator, those that the operator owns", async () => {
    const ann = await cloud.signIn("operator");
    const { containerId } = await scanned("OWN 1", {});
    expect(await numbers("sort=lastActivity", ann)).toEqual([]);
    const body = { email: ann.email };
    await cloud.send("PUT", `/v1/containers/${containerId}/owner`, { body, headers: boss.authorization });
    expect(await numbers("sort=lastActivity", ann)).toEqual(["OWN 1"]);
  });
});

describe("containers by the age of their lane", () => {
  test("begin with the one that waits longest for a decision, page by page", async () => {
    // Goods that are not stated leave a container yellow.
    for (const containerNumber of ["L 1", "L 2", "L 3", "L 4"]) {
      const body = { containerNumber, status: "VALIDATED" };
      await cloud.send("POST", "/v1/manifests", { body, headers: boss.authorization });
      await scanned(containerNumber, {});
      cloud.advanceMs(60_000);
    }
    await scanned("L 1", { timestamp: timestamp(0) });
    const query = "q=L&sort=laneSince&verdict=yellow";
    expect(await numbers(`${query}&status=SCANNED`)).toEqual(["L 1", "L 2", "L 3", "L 4"]);
    const { items, nextCursor } = (await list(`${query}&limit=3`)).body.data;
    expect(items).toHaveLength(3);
    expect(await numbers(`${query}&cursor=${nextCursor}`)).toEqual(["L 4"]);
    expect(await numbers("q=L&sort=laneSince&verdict=red")).toEqual([]);
  });

  test("need the lane, take no bounds of a time, and no cursor of another order", async () => {
    const byActivity = (await list("limit=1&sort=lastActivity")).body.data.nextCursor;
    for (const [query, name] of [
      ["sort=laneSince", "verdict"],
      [`sort=laneSince&verdict=red&from=${timestamp(1)}`, "from"],
      [`sort=laneSince&verdict=red&activeTo=${timestamp(1)}`, "activeTo"],
      [`sort=laneSince&verdict=red&cursor=${byActivity}`, "cursor"],
    ])
      expect(await list(query ?? "")).toMatchObject({ status: 400, body: { error: { details: [{ path: name }] } } });
  });
});

describe("containers are found by", () => {
  const found = (query: string) => numbers(`q=F&sort=lastActivity&${query}`);
  const detections = [{ class_name: "sack", confidence: 0.9, area_percentage: 5 }];

  test("class, camera, lane, verdict and size-type of their current visit", async () => {
    const plan = { sites: [{ name: "Port", lanes: [{ name: "Lane 1" }] }] };
    const headers = admin.authorization;
    const { sites } = (await cloud.send("PUT", "/v1/admin/topology", { body: plan, headers })).body.data;
    const laneId = sites[0].lanes[0].id;
    const camera = { name: "Gate 1", laneId };
    expect((await cloud.send("PUT", "/v1/admin/cameras/gate-1", { body: camera, headers })).status).toBeLessThan(300);
    const declaredGoods = [{ description: "Coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 3 }];
    await cloud.send("POST", "/v1/manifests", {
      body: { containerNumber: "F 1", declaredGoods },
      headers: boss.authorization,
    });
    await scanned("F 1", { detections, camera_id: "gate-1", size_type: "22G1" });
    await scanned("F 2", { camera_id: "gate-2" });
    await write(
      "scans/defect",
      "F 2",
      await scanBody({ detections: [{ class_name: "dent", confidence: 0.9, area_percentage: 1 }] }),
    );
    expect(await found("class=sack")).toEqual(["F 1"]);
    expect(await found("class=carton")).toEqual(["F 2"]);
    expect(await found("class=dent&cameraId=gate-2")).toEqual(["F 2"]);
    expect(await found("class=sack&cameraId=gate-2")).toEqual([]);
    expect(await found("cameraId=gate-1")).toEqual(["F 1"]);
    expect(await found(`laneId=${laneId}`)).toEqual(["F 1"]);
    expect(await found("laneId=none")).toEqual([]);
    // A photo of a camera counts as a scan does.
    const { image } = await scanBody();
    const { evidenceId, containerId } = (await write("evidence", "F 3", { image, camera_id: "yard-1" })).body.data;
    expect(await found("cameraId=yard-1")).toEqual(["F 3"]);
    await cloud.send("PUT", "/v1/admin/cameras/yard-1", { body: { laneId }, headers });
    expect(await found(`laneId=${laneId}`)).toEqual(["F 3", "F 1"]);
    expect((await list("q=F&cameraId=yard-1&from=2020-01-01T00:00:00Z")).body.data.items).toHaveLength(1);
    await cloud.send("DELETE", `/v1/containers/${containerId}/evidence/${evidenceId}`, { headers: boss.authorization });
    expect(await found("sizeType=22g1")).toEqual(["F 1"]);
    const lanes = ["green", "yellow", "red"];
    const byLane = await Promise.all(lanes.map((lane) => found(`verdict=${lane}`)));
    const { items } = (await list("q=F 1")).body.data;
    const scans = await cloud.send("GET", `/v1/containers/${items[0].id}/scans`, { headers: boss.authorization });
    const { lane: expected } = scans.body.data.items[0].manifestMatch;
    expect(byLane).toEqual(lanes.map((lane) => (lane === expected ? ["F 1"] : [])));
    // What an earlier visit showed counts no longer.
    await cloud.send("POST", `/v1/containers/${items[0].id}/visits`, { body: {}, headers: boss.authorization });
    expect(await found("class=sack")).toEqual([]);
    expect((await list("verdict=blue")).status).toBe(400);
  });
});
