import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";

const setUp = async () => {
  const cloud = await createTestApp();
  const [ann, boss] = [await cloud.signIn("operator"), await cloud.signIn("admin")];
  const admin = (method: string, url: string, body?: unknown, more: Record<string, string> = {}) =>
    cloud.send(method, `/v1/admin/${url}`, { headers: { ...boss.authorization, ...more }, body });
  const read = async (url: string) => (await cloud.send("GET", `/v1/${url}`, { headers: ann.authorization })).body;
  const put = (sites: unknown, more?: Record<string, string>) => admin("PUT", "topology", { sites }, more);
  const log = async (query: string) => (await admin("GET", `audit-log?${query}`)).body.data.items;
  return { cloud, admin, read, put, log };
};

const twoSites = [
  { name: "North", lanes: [{ name: "In 1" }, { name: "In 2" }] },
  { name: "South", lanes: [{ name: "In 1" }] },
];

describe("the topology", () => {
  test("shows sites, lanes and cameras with their last reports to every signed-in user", async () => {
    const { cloud, admin, read, put } = await setUp();
    const { scan } = edgeSender(cloud);
    const { sites } = (await put(twoSites)).body.data;
    expect(sites).toMatchObject(twoSites);
    const laneId = sites[0].lanes[1].id;
    await scan("CAM1", await scanBody({ camera_id: "n2-rear", device_id: "box" }));
    await scan("CAM1", await scanBody({ camera_id: "stray" }));
    await admin("PUT", "cameras/n2-rear", { name: "Rear", position: "rear", laneId });
    await admin("PUT", "cameras/n2-top", { laneId });
    await admin("PUT", "cameras/spare", { name: "In the cupboard" });
    const place = { site: { id: sites[0].id, name: "North" }, lane: { id: laneId, name: "In 2" } };
    const { data } = await read("topology");
    expect(data).toMatchObject({
      sites: [
        {
          name: "North",
          lanes: [
            { name: "In 1", cameras: [] },
            {
              name: "In 2",
              cameras: [
                { cameraId: "n2-rear", name: "Rear", position: "rear", ...place, lastScanAt: expect.any(String) },
                { cameraId: "n2-top", name: null, ...place, lastSeenAt: null, lastEvent: null },
              ],
            },
          ],
        },
        { name: "South", lanes: [{ name: "In 1", cameras: [] }] },
      ],
      unassigned: [
        { cameraId: "stray", registered: false, site: null, lane: null },
        { cameraId: "spare", registered: true, name: "In the cupboard" },
      ],
    });
    expect((await read("cameras/n2-rear")).data).toEqual(data.sites[0].lanes[1].cameras[0]);
    expect((await read("cameras")).data.items).toEqual([
      ...data.sites[0].lanes[1].cameras,
      ...data.unassigned.toReversed(),
    ]);
  });

  test("is put as a whole: kept, renamed, moved and new places, and those left out are deleted", async () => {
    const { admin, read, put, log } = await setUp();
    const [north, south] = (await put(twoSites)).body.data.sites;
    await admin("PUT", "cameras/kept", { laneId: north.lanes[1].id });
    await admin("PUT", "cameras/lost", { laneId: north.lanes[0].id });
    const moved = [
      {
        id: south.id,
        name: "South gate",
        lanes: [{ name: "New" }, { ...north.lanes[1], name: "Out 2" }, ...south.lanes],
      },
    ];
    const { status, body } = await put(moved);
    expect([status, body.data.sites]).toMatchObject([200, moved]);
    expect((await admin("GET", "topology")).body).toEqual(body);
    expect((await read("cameras/kept")).data).toMatchObject({ site: { name: "South gate" }, lane: { name: "Out 2" } });
    expect((await read("cameras/lost")).data).toMatchObject({ registered: true, site: null, lane: null });
    const [entry] = await log("subject=topology");
    expect(entry).toMatchObject({ action: "topology.update", before: { sites: [north, south] }, after: body.data });
    expect((await put([])).body.data).toEqual({ sites: [] });
  });

  test("is changed only as it was read, and one of two who change it at once is refused", async () => {
    const { admin, put } = await setUp();
    const ifMatch = { "If-Match": (await admin("GET", "topology")).headers.get("ETag") ?? "" };
    const replies = await Promise.all([put(twoSites, ifMatch), put([{ name: "Other", lanes: [] }], ifMatch)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const { body, headers } = await admin("GET", "topology");
    expect(replies.find(({ status }) => status === 200)).toMatchObject({ body });
    expect((await put(body.data.sites, { "If-Match": headers.get("ETag") ?? "" })).body).toEqual(body);
  });

  test("rejects unknown and duplicate ids, and duplicate names", async () => {
    const { admin, put } = await setUp();
    const { sites } = (await put(twoSites)).body.data;
    const [north, south] = sites;
    const lane = north.lanes[0];
    const cases: [string, unknown][] = [
      ["sites.0.id", [{ id: "0".repeat(24), name: "x", lanes: [] }]],
      ["sites.0.id", [{ id: lane.id, name: "x", lanes: [] }]],
      ["sites.1.id", [north, { ...north, name: "x", lanes: [] }]],
      ["sites.0.lanes.1.id", [{ ...north, lanes: [lane, { ...lane, name: "x" }] }]],
      ["sites.0.id", [{ id: "x", name: "x", lanes: [] }]],
      ["sites", [north, { ...south, name: "NORTH" }]],
      ["sites.0.lanes", [{ ...north, lanes: [{ name: "a" }, { name: "A " }] }]],
      ["sites.0.name", [{ name: " ", lanes: [] }]],
      [
        "sites",
        Array.from({ length: 21 }, (_, at) => ({
          name: `${at}`,
          lanes: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })),
        })),
      ],
    ];
    for (const [path, plan] of cases)
      expect([path, await put(plan)]).toMatchObject([path, { status: 400, body: { error: { details: [{ path }] } } }]);
    expect((await admin("GET", "topology")).body.data.sites).toEqual(sites);
  });
});

describe("a camera's registration", () => {
  test("is created and changed by one PUT, keeps omitted fields, and its removal keeps the last reports", async () => {
    const { cloud, admin, read, put, log } = await setUp();
    const { scan } = edgeSender(cloud);
    const laneId = (await put(twoSites)).body.data.sites[0].lanes[0].id;
    const url = "cameras/lane%2F1";
    expect((await admin("GET", url)).body.error.code).toBe("CAMERA_NOT_FOUND");
    expect((await admin("PUT", url, {}, { "If-Match": "*" })).status).toBe(412);
    await admin("PUT", url, { name: " Rear ", position: "rear" });
    const changed = await admin("PUT", url, { laneId, name: null });
    expect(changed.body.data).toMatchObject({ cameraId: "lane/1", name: null, position: "rear", laneId });
    const got = await admin("GET", url);
    expect([got.body, got.headers.get("ETag")]).toEqual([changed.body, changed.headers.get("ETag")]);
    expect((await admin("PUT", url, {}, { "If-Match": '"old"' })).status).toBe(412);
    expect((await admin("DELETE", url, undefined, { "If-Match": '"old"' })).status).toBe(412);
    await scan("CAM1", await scanBody({ camera_id: "lane/1" }));
    expect((await admin("DELETE", url)).status).toBe(200);
    expect((await admin("DELETE", url)).body.error.code).toBe("CAMERA_NOT_FOUND");
    expect((await read("cameras/lane%2F1")).data).toMatchObject({
      registered: false,
      lane: null,
      lastScanAt: expect.any(String),
    });
    const actions = (await log("subject=camera:lane/1")).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["camera.unregister", "camera.update", "camera.register"]);
  });

  test.each([
    ["laneId", { laneId: "none" }],
    ["position", { position: "below" }],
    ["name", { name: "" }],
  ])("is refused with a bad %s", async (path, body) => {
    const { admin } = await setUp();
    const refused = await admin("PUT", "cameras/c", body);
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
    expect((await admin("GET", "cameras/c")).status).toBe(404);
  });

  test("is never created for a lane that is removed concurrently", async () => {
    const { admin, put } = await setUp();
    const laneId = (await put(twoSites)).body.data.sites[0].lanes[0].id;
    const [registered, removed] = await Promise.all([admin("PUT", "cameras/c", { laneId }), put([])]);
    expect([registered.status, removed.status]).toEqual([expect.toBeOneOf([200, 400]), 200]);
  });

  test("finds the cameras that an admin looks for", async () => {
    const { cloud, admin, put } = await setUp();
    const { scan } = edgeSender(cloud);
    const laneId = (await put(twoSites)).body.data.sites[0].lanes[0].id;
    await scan("CAM1", await scanBody({ camera_id: "heard" }));
    await admin("PUT", "cameras/silent_1", { name: "Top 100%", laneId });
    await admin("PUT", "cameras/spare", {});
    const found = async (query: string) =>
      (await admin("GET", `cameras?${query}`)).body.data.items.map(({ cameraId }: { cameraId: string }) => cameraId);
    expect(await found("")).toEqual(["heard", "silent_1", "spare"]);
    expect(await found("status=registered")).toEqual(["silent_1", "spare"]);
    expect(await found("status=unregistered")).toEqual(["heard"]);
    expect(await found("status=unassigned")).toEqual(["heard", "spare"]);
    expect(await found("status=never-seen")).toEqual(["silent_1", "spare"]);
    expect(await found(`laneId=${laneId}`)).toEqual(["silent_1"]);
    expect(await found("q=100%25")).toEqual(["silent_1"]);
    expect(await found("q=t_1")).toEqual(["silent_1"]);
    const page = (await admin("GET", "cameras?limit=2")).body.data;
    expect(await found(`limit=2&cursor=${page.nextCursor}`)).toEqual(["spare"]);
    expect((await admin("GET", "cameras?status=lost")).status).toBe(400);
  });
});
