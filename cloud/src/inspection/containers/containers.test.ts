import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, supervisor] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];

const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1/containers${url}`, { body, headers: { ...user.authorization, ...headers } });
const make = async (user: TestUser, containerNumber: string, rest = {}) =>
  (await as(user, "POST", "", { containerNumber, ...rest })).body.data;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("POST /v1/containers", () => {
  test("makes a container that the caller owns", async () => {
    const reply = await as(ann, "POST", "", { containerNumber: "csqu-305438-4", sizeType: "22g1" });
    expect(reply.status).toBe(201);
    expect(reply.headers.get("ETag")).toMatch(/^"/);
    expect(reply.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      containerNumber: "CSQU3054384",
      numberCheck: "bad-check-digit",
      sizeType: "22G1",
      status: "REGISTERED",
      isEscalated: false,
      standing: null,
      owner: { id: ann.id, email: ann.email },
      source: "user",
      legalHold: null,
      manifestId: null,
      manifestIds: [],
      categoryScan: null,
      visit: { number: 1, openedAt: expect.any(String), closedAt: null, lane: null, laneSince: null },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test("refuses a number that is taken, ignoring case and separators", async () => {
    await make(ann, "Taken-1");
    expect(codeOf(await as(bob, "POST", "", { containerNumber: "TAKEN-1" }))).toEqual([409, "CONTAINER_NUMBER_TAKEN"]);
    expect(codeOf(await as(bob, "POST", "", { containerNumber: "CSQU 305438 4" }))).toEqual([
      409,
      "CONTAINER_NUMBER_TAKEN",
    ]);
  });

  test("lets one of 20 at once have a number", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as(ann, "POST", "", { containerNumber: "RUSH1" })),
    );
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test.each([[{}], [{ containerNumber: "" }], [{ containerNumber: null }], [{ containerNumber: "ÄÖÜ" }], [{ containerNumber: "X1", sizeType: "huge" }]])("refuses %j", async (body) => {
    expect(codeOf(await as(ann, "POST", "", body))).toEqual([400, "VALIDATION_ERROR"]);
  }); // prettier-ignore
});

describe("GET /v1/containers/{id}", () => {
  test("is for its owner, supervisors and admins", async () => {
    const { id } = await make(ann, "SEE1");
    const admin = await cloud.signIn("admin");
    const replies = await Promise.all([ann, supervisor, admin, bob].map((user) => as(user, "GET", `/${id}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 403]);
  });

  test.each(["nope", "0".repeat(24), "..%2f..%2fetc", "%00", "' OR 1=1"])("is 404 for %s", async (id) => {
    const [status] = codeOf(await as(ann, "GET", `/${id}`));
    expect(status).toBe(404);
  });

  test("answers 304 to its ETag until a scan changes it", async () => {
    const { id } = await make(ann, "ETAG1");
    const etag = (await as(ann, "GET", `/${id}`)).headers.get("ETag")!;
    expect((await as(ann, "GET", `/${id}`, undefined, { "If-None-Match": etag })).status).toBe(304);
    await scan("ETAG1", await scanBody());
    expect((await as(ann, "GET", `/${id}`, undefined, { "If-None-Match": etag })).status).toBe(200);
  });
});

describe("PUT /v1/containers/{id}/container-number", () => {
  const renumber = (user: TestUser, id: string, body: unknown, headers = {}) =>
    as(user, "PUT", `/${id}/container-number`, body, headers);

  test("sets the number, and answers the container", async () => {
    const { id } = await make(ann, "OLD1");
    const reply = await renumber(ann, id, { containerNumber: "MSKU 907032-3" });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ id, containerNumber: "MSKU9070323", numberCheck: "valid" });
    expect((await as(ann, "GET", `/${id}`)).body.data).toEqual(reply.body.data);
  });

  test("takes its own number again, also written otherwise", async () => {
    const { id } = await make(ann, "Own-1");
    expect((await renumber(ann, id, { containerNumber: "Own-1" })).status).toBe(200);
    expect((await renumber(ann, id, { containerNumber: "OWN-1" })).body.data.containerNumber).toBe("OWN-1");
  });

  test("refuses, in this order: 400, 404, 403, 409", async () => {
    await make(ann, "Used1");
    const { id } = await make(ann, "FREE1");
    for (const body of [{}, { containerNumber: null }, { containerNumber: "é" }, { containerNumber: 5 }])
      expect(codeOf(await renumber(bob, "nope", body))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await renumber(bob, "nope", { containerNumber: "USED1" }))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await renumber(bob, id, { containerNumber: "USED1" }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await renumber(ann, id, { containerNumber: "USED1" }))).toEqual([409, "CONTAINER_NUMBER_TAKEN"]);
    expect((await as(ann, "GET", `/${id}`)).body.data.containerNumber).toBe("FREE1");
  });

  test("of two at once for one number, one gets it", async () => {
    const [one, two] = [await make(ann, "PAIR1"), await make(ann, "PAIR2")];
    const replies = await Promise.all([one, two].map(({ id }) => renumber(ann, id, { containerNumber: "PAIR3" })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test("honours If-Match", async () => {
    const { id } = await make(ann, "MATCH1");
    const etag = (await as(ann, "GET", `/${id}`)).headers.get("ETag");
    const first = await renumber(ann, id, { containerNumber: "MATCH2" }, { "If-Match": etag });
    expect(first.status).toBe(200);
    const stale = await renumber(ann, id, { containerNumber: "MATCH3" }, { "If-Match": etag });
    expect(codeOf(stale)).toEqual([412, "PRECONDITION_FAILED"]);
    const fresh = await renumber(ann, id, { containerNumber: "MATCH3" }, { "If-Match": first.headers.get("ETag") });
    expect(fresh.status).toBe(200);
  });
});

describe("GET /v1/containers", async () => {
  const carl = await cloud.signIn("operator");
  const list = async (user: TestUser, query = "") => (await as(user, "GET", query)).body.data;
  const numbers = (data: { items: { containerNumber: string }[] }) => data.items.map((item) => item.containerNumber);

  test("pages through all a person may see, newest first, each once", async () => {
    for (let index = 1; index <= 5; index += 1) await make(carl, `PAGE${index}`);
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const data: { items: { containerNumber: string }[]; nextCursor: string | null } = await list(
        carl,
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...numbers(data));
      cursor = data.nextCursor;
    }
    expect(seen).toEqual(["PAGE5", "PAGE4", "PAGE3", "PAGE2", "PAGE1"]);
  });

  test("filters by status, part of the number, owner and time", async () => {
    const made = await make(carl, "TGHU7599330");
    await make(carl, String.raw`A_B`);
    await scan("TGHU7599330", await scanBody());
    expect(numbers(await list(carl, "?status=SCANNED"))).toEqual(["TGHU7599330"]);
    expect(numbers(await list(carl, `?q=${encodeURIComponent("ghu 759")}`))).toEqual(["TGHU7599330"]);
    expect(numbers(await list(carl, "?q=_"))).toEqual(["A_B"]);
    for (const q of ["%25", "%25%5C", "%27%20OR%201%3D1"]) expect(numbers(await list(carl, `?q=${q}`))).toEqual([]);
    expect(numbers(await list(supervisor, `?ownerId=${carl.id}&q=A_`))).toEqual(["A_B"]);
    expect(numbers(await list(carl, `?ownerId=${ann.id}`))).toEqual([]);
    expect(numbers(await list(carl, `?from=${made.createdAt}`))).toEqual(["A_B", "TGHU7599330"]);
    expect(numbers(await list(carl, `?to=${made.createdAt}&q=TGHU`))).toEqual([]);
  });

  test.each(["limit=0", "limit=201", "limit=1e9", "limit=-1", "limit=1.5", "limit=2&limit=3", "cursor=x", "cursor=bnVsbA", "status=LOST", "from=yesterday", "q=", "q=%00", "ownerId=%00"])("refuses ?%s", async (query) => {
    expect(codeOf(await as(carl, "GET", `?${query}`))).toEqual([400, "VALIDATION_ERROR"]);
  }); // prettier-ignore
});

describe("the scans of a container", () => {
  test("are listed newest first, by kind, for those who may see it", async () => {
    const { id } = await make(ann, "SCANS1");
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await scan("SCANS1", await scanBody())).body.data.scanId);
    const first = (await as(ann, "GET", `/${id}/scans?limit=2`)).body.data;
    const rest = (await as(ann, "GET", `/${id}/scans?limit=2&cursor=${first.nextCursor}`)).body.data;
    expect([...first.items, ...rest.items].map((scan) => scan.id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    expect((await as(ann, "GET", `/${id}/scans?type=category`)).body.data.items).toHaveLength(3);
    expect((await as(ann, "GET", `/${id}/scans?type=illegal`)).body.data.items).toEqual([]);
    expect((await as(ann, "GET", `/${id}/scans/${ids[0]}`)).body.data).toEqual(first.items[0]);
    expect(codeOf(await as(bob, "GET", `/${id}/scans`))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(bob, "GET", `/${id}/scans/${ids[0]}`))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(bob, "GET", "/nope/scans"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await as(ann, "GET", `/${id}/scans?type=x`))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("are not found under another container", async () => {
    const [here, there] = [await make(ann, "HERE1"), await make(ann, "THERE1")];
    const { scanId } = (await scan("HERE1", await scanBody())).body.data;
    expect((await as(ann, "GET", `/${here.id}/scans/${scanId}`)).status).toBe(200);
    expect(codeOf(await as(ann, "GET", `/${there.id}/scans/${scanId}`))).toEqual([404, "SCAN_NOT_FOUND"]);
  });
});
