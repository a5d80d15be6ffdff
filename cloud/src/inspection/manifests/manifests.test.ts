import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan, identify } = edgeSender(cloud);
const [ann, bob, supervisor] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];

const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const declare = async (user: TestUser, body: object) => (await as(user, "POST", "/manifests", body)).body.data;
const makeContainer = async (user: TestUser, containerNumber: string) =>
  (await as(user, "POST", "/containers", { containerNumber })).body.data;
const manifestOf = async (containerId: string) =>
  (await as(supervisor, "GET", `/containers/${containerId}`)).body.data.manifestId;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("a manifest", () => {
  test("returns all its fields, omitted ones as null", async () => {
    const reply = await as(ann, "POST", "/manifests", { containerNumber: "csqu 3054383", vessel: { name: "Ever" } });
    expect(reply.status).toBe(201);
    const { notUnderstood, ...made } = reply.body.data;
    expect(notUnderstood).toEqual([]);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      containerNumber: "CSQU3054383",
      numberCheck: "valid",
      billOfLading: null,
      vessel: { name: "Ever" },
      origin: null,
      destination: null,
      shipper: null,
      consignee: null,
      declaredGoods: null,
      containerType: null,
      weight: null,
      status: "DRAFT",
      containerId: null,
      createdBy: { id: ann.id, email: ann.email },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await as(ann, "GET", `/manifests/${reply.body.data.id}`)).body.data).toEqual(made);
  });

  test("is written with what cannot be read, and the reply names it", async () => {
    const sent = {
      containerNumber: "CSQU3054384",
      sealNumber: "HLG5512345",
      weight: { gross: { value: "5.200,5,1", unit: "KGM" } },
      declaredGoods: [{ description: "Tea", hsCode: "tea", numberOfPackages: "some" }],
    };
    const made = await as(ann, "POST", "/manifests", sent);
    const doubts = [
      { path: "sealNumber", text: "HLG5512345", message: "is not a field of a manifest and is not kept" },
      { path: "weight.gross", text: "5.200,5,1 KGM", message: expect.stringContaining("is not a mass") },
      { path: "declaredGoods.0.numberOfPackages", text: "some", message: "is not a count of packages" },
      { path: "declaredGoods.0.hsCode", text: "tea", message: "is not an HS code" },
      { path: "containerNumber", text: "CSQU3054384", message: "has the wrong check digit: 3 belongs to it" },
    ];
    expect([made.status, made.body.data.notUnderstood]).toEqual([201, doubts]);
    const url = `/manifests/${made.body.data.id}`;
    const read = await as(ann, "GET", url);
    expect(read.body.data).toMatchObject({ weight: sent.weight, declaredGoods: sent.declaredGoods });
    expect(read.body.data).not.toHaveProperty("notUnderstood");
    expect(read.headers.get("ETag")).toBe(made.headers.get("ETag"));
    // It is sent back as it was read, with the fields that the service alone writes.
    const put = await as(ann, "PUT", url, read.body.data, { "If-Match": read.headers.get("ETag") ?? "" });
    expect(put.body.data.notUnderstood).toEqual(doubts.slice(1));
    expect(put.headers.get("ETag")).toBe(read.headers.get("ETag"));
    const changed = await as(ann, "PUT", url, { containerNumber: "CSQU3054383", weight: null });
    expect(changed.body.data).toMatchObject({ notUnderstood: [], weight: null, declaredGoods: sent.declaredGoods });
  });

  test("merges top-level fields, takes {} and any status after any", async () => {
    const { id, ...made } = await declare(ann, {
      origin: { unLocationCode: "DEHAM", name: "Hamburg" },
      billOfLading: "B1",
    });
    const put = async (body: object) => (await as(ann, "PUT", `/manifests/${id}`, body)).body.data;
    cloud.advanceMs(5);
    for (const nothing of [{}, { origin: { name: "Hamburg", unLocationCode: "DEHAM" }, billOfLading: "B1" }])
      expect(await put(nothing)).toEqual({ id, ...made });
    const origin = { name: "Bremen" };
    expect(await put({ origin })).toMatchObject({ origin, billOfLading: "B1", status: "DRAFT" });
    for (const status of ["VALIDATED", "DRAFT", "REJECTED", "AMENDED", "SUBMITTED"])
      expect(await put({ status })).toMatchObject({ status, origin });
  });

  test("can be put back as it was read; null empties a field, and not the status", async () => {
    const made = await declare(ann, { containerNumber: "NULL 1", vessel: { name: "Ever" }, billOfLading: "B2" });
    const put = (body: object) => as(ann, "PUT", `/manifests/${made.id}`, body);
    expect((await put(made)).body.data).toEqual(made);
    const { body } = await put({ vessel: null, containerNumber: null });
    expect(body.data).toMatchObject({ vessel: null, containerNumber: null, numberCheck: null, billOfLading: "B2" });
    expect(await manifestOf((await makeContainer(ann, "NULL 1")).id)).toBe(null);
    expect(codeOf(await put({ status: null }))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("keeps whatever is inside its objects", async () => {
    const inner = {
      quantity: "many",
      hsCode: [null, { deep: [true] }],
      constructor: 1,
      "": "",
      emoji: "📦",
      big: 1e300,
    };
    const body = { declaredGoods: [inner, {}], weight: inner, vessel: { ...inner, list: [[[]]] } };
    const { id, ...made } = await declare(ann, body);
    expect(made).toMatchObject(body);
    expect((await as(ann, "PUT", `/manifests/${id}`, { shipper: inner })).body.data.shipper).toEqual(inner);
  });

  test.each([
    [{ status: "LOST" }], [{ status: null }], [{ vessel: "Ever" }], [{ vessel: [] }], [{ declaredGoods: {} }],
    [{ declaredGoods: ["rice"] }], [{ containerNumber: "é" }], [{ containerType: 22 }], [{ billOfLading: "" }],
    [{ billOfLading: "x".repeat(10_000) }], [[]], [null],
  ])("refuses %j", async (body) => {
    expect(codeOf(await as(ann, "POST", "/manifests", body))).toEqual([400, "VALIDATION_ERROR"]);
    const { id } = await declare(ann, {});
    expect(codeOf(await as(ann, "PUT", `/manifests/${id}`, body))).toEqual([400, "VALIDATION_ERROR"]);
  }); // prettier-ignore

  test("refuses a number that JSON readers turn into infinity, since it cannot be kept", async () => {
    const headers = { "Content-Type": "application/json", ...ann.authorization };
    const body = '{"declaredGoods":[{"grossWeight":{"value":1e999}}]}';
    const reply = await cloud.app.request("/v1/manifests", { method: "POST", headers, body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { details: [{ path: "declaredGoods.0" }] } });
  });

  test("is for its maker, the owner of its container, supervisors and admins", async () => {
    const { id: containerId } = await makeContainer(bob, "RIGHTS1");
    const theirs = await declare(supervisor, { containerNumber: "RIGHTS1" });
    const own = await declare(ann, {});
    expect(theirs.containerId).toBe(containerId);
    expect((await as(bob, "GET", `/manifests/${theirs.id}`)).status).toBe(200);
    expect((await as(supervisor, "PUT", `/manifests/${own.id}`, {})).status).toBe(200);
    for (const method of ["GET", "PUT"]) {
      const body = method === "PUT" ? {} : undefined;
      expect(codeOf(await as(ann, method, `/manifests/${theirs.id}`, body))).toEqual([403, "FORBIDDEN"]);
      expect(codeOf(await as(bob, method, `/manifests/${own.id}`, body))).toEqual([403, "FORBIDDEN"]);
      expect(codeOf(await as(bob, method, "/manifests/nope", body))).toEqual([404, "MANIFEST_NOT_FOUND"]);
    }
    const listed = async (user: TestUser) =>
      (await as(user, "GET", "/manifests?limit=200")).body.data.items.map((item: { id: string }) => item.id);
    expect(await listed(bob)).toEqual([theirs.id]);
    expect(await listed(ann)).not.toContain(theirs.id);
    expect(await listed(supervisor)).toEqual(expect.arrayContaining([theirs.id, own.id]));
  });

  test("honours If-Match, also when attaching changed it", async () => {
    const { id } = await declare(ann, { containerNumber: "MATCH1" });
    const etag = (await as(ann, "GET", `/manifests/${id}`)).headers.get("ETag")!;
    await makeContainer(ann, "MATCH1");
    const stale = await as(ann, "PUT", `/manifests/${id}`, { status: "SUBMITTED" }, { "If-Match": etag });
    expect(codeOf(stale)).toEqual([412, "PRECONDITION_FAILED"]);
  });

  test("is found by status, by part of its numbers or the whole one, and by whether it is attached, page by page", async () => {
    const carl = await cloud.signIn("operator");
    const made = [];
    for (const billOfLading of ["HLCU_1", "HLCUX2", "HLCU3"]) made.unshift((await declare(carl, { billOfLading, containerNumber: `LIST${billOfLading}` })).id); // prettier-ignore
    const ids = async (query: string) => {
      const { items, nextCursor } = (await as(carl, "GET", `/manifests?${query}`)).body.data;
      return { found: items.map((item: { id: string }) => item.id), nextCursor };
    };
    expect((await ids("q=hlcu_")).found).toEqual([made[2]]);
    expect((await ids("q=listhlcux")).found).toEqual([made[1]]);
    expect((await ids("status=VALIDATED")).found).toEqual([]);
    expect((await ids("containerNumber=listhlcu3")).found).toEqual([made[0]]);
    expect((await ids("containerNumber=listhlcu")).found).toEqual([]);
    await makeContainer(carl, "LISTHLCU3");
    expect((await ids("attached=true")).found).toEqual([made[0]]);
    expect((await ids("attached=false")).found).toEqual([made[1], made[2]]);
    expect((await ids("attached=false&q=hlcux")).found).toEqual([made[1]]);
    const { found, nextCursor } = await ids("limit=2");
    expect([...found, ...(await ids(`limit=2&cursor=${nextCursor}`)).found]).toEqual(made);
  });
});

test.each([
  "limit=0", "limit=1e9", "cursor=x", "status=LOST", "status=", "q=", "q=%00", `q=${"x".repeat(101)}`, "containerNumber=%C3%A9",
  "containerNumber=", "attached=1", "attached=", "attached=true&attached=true",
])("a list of manifests refuses ?%s", async (query) => {
  expect(codeOf(await as(ann, "GET", `/manifests?${query}`))).toEqual([400, "VALIDATION_ERROR"]);
}); // prettier-ignore

describe("a manifest attaches by itself", () => {
  test("to the container its number names, when it is made or gets the number", async () => {
    const { id: containerId } = await makeContainer(ann, "ATT1");
    expect((await declare(ann, { containerNumber: "att1" })).containerId).toBe(containerId);
    const other = await makeContainer(ann, "ATT2");
    const { id } = await declare(ann, {});
    const changed = await as(ann, "PUT", `/manifests/${id}`, { containerNumber: "ATT2" });
    expect(changed.body.data.containerId).toBe(other.id);
    expect(await manifestOf(other.id)).toBe(id);
  });

  test("when the container appears: by a person, by a device, or by getting the number", async () => {
    const waiting = [];
    for (const containerNumber of ["LATE1", "LATE2", "LATE3", "LATE4"])
      waiting.push((await declare(supervisor, { containerNumber })).id);
    const made = await makeContainer(ann, "LATE1");
    const scanned = (await scan("late2", await scanBody())).body.data;
    const identified = (await identify({ container_number: "LATE3" })).body.data;
    expect(identified).toMatchObject({ created: true, hasManifest: true });
    const renumbered = await makeContainer(ann, "EARLY4");
    await as(ann, "PUT", `/containers/${renumbered.id}/container-number`, { containerNumber: "LATE4" });
    const ids = [made.id, scanned.containerId, identified.containerId, renumbered.id];
    expect(await Promise.all(ids.map(manifestOf))).toEqual(waiting);
    expect(scanned.manifestMatch).toMatchObject({ lane: expect.any(String) });
  });

  test("only if its writer may see the container; the newest that may wins", async () => {
    const hidden = await makeContainer(bob, "WIN1");
    expect((await declare(ann, { containerNumber: "WIN1" })).containerId).toBeNull();
    expect(await manifestOf(hidden.id)).toBeNull();
    await declare(bob, { containerNumber: "WIN2" });
    const newest = await declare(supervisor, { containerNumber: "WIN2" });
    await declare(ann, { containerNumber: "WIN2" });
    expect((await makeContainer(bob, "WIN2")).manifestId).toBe(newest.id);
  });

  test("never in place of another, and stays where it is when the new number is taken", async () => {
    const [one, two] = [await makeContainer(ann, "STAY1"), await makeContainer(ann, "STAY2")];
    const first = await declare(ann, { containerNumber: "STAY1" });
    const second = await declare(ann, { containerNumber: "STAY2" });
    expect((await declare(ann, { containerNumber: "STAY1" })).containerId).toBeNull();
    await as(ann, "PUT", `/manifests/${second.id}`, { containerNumber: "STAY1" });
    expect([await manifestOf(one.id), await manifestOf(two.id)]).toEqual([first.id, second.id]);
  });

  test("moving to the container that a corrected number names", async () => {
    const [wrong, right] = [await makeContainer(ann, "MOVE1"), await makeContainer(ann, "MOVE2")];
    const { id } = await declare(ann, { containerNumber: "MOVE1" });
    await as(ann, "PUT", `/manifests/${id}`, { containerNumber: "MOVE2" });
    expect([await manifestOf(wrong.id), await manifestOf(right.id)]).toEqual([null, id]);
  });

  test("also when both appear at the same moment", async () => {
    const body = await scanBody();
    for (let round = 0; round < 10; round += 1) {
      const [made, { body: reply }] = await Promise.all([
        declare(supervisor, { containerNumber: `BOTH${round}` }),
        scan(`BOTH${round}`, body),
      ]);
      expect(await manifestOf(reply.data.containerId)).toBe(made.id);
    }
  });
});

test("a scan is compared with the manifest as it is when the scan is read", async () => {
  const goods = { description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 };
  const { id } = await declare(supervisor, {
    containerNumber: "TGHU7599330",
    declaredGoods: [goods],
    status: "VALIDATED",
  });
  const { data } = (await scan("TGHU7599330", await scanBody())).body;
  expect(data.manifestMatch).toMatchObject({ lane: "green", score: 1, findings: [] });
  await as(supervisor, "PUT", `/manifests/${id}`, { declaredGoods: [{ ...goods, numberOfPackages: 400 }] });
  const read = (await as(supervisor, "GET", `/containers/${data.containerId}/scans/${data.scanId}`)).body.data;
  expect(read.manifestMatch).toMatchObject({
    lane: "green",
    findings: [{ rule: "quantity-deviation", severity: "info" }],
  });
});
