import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { fleetOf } from "../edge-devices/testing.ts";

const HOUR_MS = 3_600_000;

/** A cloud with two lanes, a camera in the first, its people and an edge device. */
const setUp = async () => {
  const cloud = await createTestApp({ clockRuns: false });
  const fleet = await fleetOf(cloud);
  const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
  const [sue, boss] = [await cloud.signIn("supervisor"), await cloud.signIn("admin")];
  const as = (user: TestUser, method: string, url: string, body?: unknown) =>
    cloud.send(method, `/v1${url}`, { headers: user.authorization, body });
  const plan = { sites: [{ name: "North", lanes: [{ name: "In 1" }, { name: "In 2" }] }] };
  const [site] = (await as(boss, "PUT", "/admin/topology", plan)).body.data.sites;
  const [one, two] = site.lanes.map(({ id }: { id: string }) => id);
  await as(boss, "PUT", "/admin/cameras/top", { laneId: one });
  const { apiKey } = await fleet.make();
  const after = (hours: number) => new Date(cloud.parts.nowMs() + hours * HOUR_MS).toISOString();
  const take = (user: TestUser, body: object) => as(user, "POST", "/shifts", { laneId: one, until: after(8), ...body });
  const list = async (query = "") => (await as(ann, "GET", `/shifts?${query}`)).body.data.items;
  /** Returns the lanes in the reply to a heartbeat of the cameras. */
  const lanes = async (...cameras: string[]) => {
    const states = cameras.map((camera_id) => ({ camera_id, state: "running" }));
    return (await fleet.beat(apiKey, { cameras: states })).body.data.lanes;
  };
  return { cloud, fleet, people: { ann, bob, sue, boss }, as, site, one, two, after, take, list, lanes };
};
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("a shift", () => {
  test("begins when an operator takes a lane, and heartbeats name the operator for the lane's cameras", async () => {
    const { fleet, people, site, one, after, take, list, lanes } = await setUp();
    const { ann } = people;
    expect(await lanes("top")).toEqual([]);
    const { status, body } = await take(ann, {});
    const person = { id: ann.id, email: ann.email };
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        lane: { id: one, name: "In 1" },
        site: { id: site.id, name: "North" },
        operator: person,
        takenBy: person,
        startedAt: after(0),
        endsAt: after(8),
        endedBy: null,
        isActive: true,
      },
    ]);
    expect(await list()).toEqual([body.data]);
    expect(await lanes("top", "elsewhere")).toEqual([{ cameraId: "top", operatorEmail: ann.email, until: after(8) }]);
    expect(await lanes()).toEqual([]);
    const [entry] = await fleet.log(`subject=shift:${body.data.id}`);
    expect(entry).toMatchObject({ action: "shift.begin", actor: { id: ann.id }, after: { laneId: one } });
  });

  test("ends at its time", async () => {
    const { cloud, people, take, list, lanes } = await setUp();
    await take(people.ann, {});
    cloud.advanceMs(8 * HOUR_MS - 1);
    expect(await lanes("top")).toHaveLength(1);
    cloud.advanceMs(1);
    expect(await lanes("top")).toEqual([]);
    expect(await list("active=true")).toEqual([]);
    expect(await list("active=false")).toMatchObject([{ isActive: false, endedBy: null }]);
  });

  test("ends when the lane is taken by another user, or by the operator again", async () => {
    const { cloud, fleet, people, after, take, list, lanes } = await setUp();
    const { ann, bob } = people;
    await take(ann, {});
    cloud.advanceMs(HOUR_MS);
    const first = await take(bob, { until: after(2) });
    await take(bob, { until: after(3) });
    expect(await lanes("top")).toEqual([{ cameraId: "top", operatorEmail: bob.email, until: after(3) }]);
    expect(await list()).toMatchObject([
      { operator: { id: bob.id }, isActive: true, endedBy: null },
      { operator: { id: bob.id }, isActive: false, endedBy: { id: bob.id }, endsAt: after(0) },
      { operator: { id: ann.id }, isActive: false, endedBy: { id: bob.id }, endsAt: after(0) },
    ]);
    const [entry] = await fleet.log(`subject=shift:${first.body.data.id}&action=shift.end`);
    expect(entry).toMatchObject({ before: { endsAt: after(2) }, after: { endsAt: after(0) } });
  });

  test("is one per lane, however many users take it at once", async () => {
    const { people, take, list } = await setUp();
    const taken = await Promise.all(Object.values(people).map((user) => take(user, {})));
    expect(taken.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await list("active=true")).toHaveLength(1);
    expect(await list()).toHaveLength(4);
  });

  test("is taken by operators for themselves only, by supervisors for others", async () => {
    const { people, take } = await setUp();
    const { ann, bob, sue } = people;
    expect(codeOf(await take(ann, { operatorId: bob.id }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await take(ann, { email: bob.email }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await take(ann, { email: "none@example.com" }))).toEqual([403, "FORBIDDEN"]);
    expect((await take(ann, { email: ann.email.toUpperCase() })).status).toBe(201);
    const { body } = await take(sue, { email: bob.email });
    expect(body.data).toMatchObject({ operator: { id: bob.id }, takenBy: { id: sue.id } });
    expect((await take(sue, { operatorId: ann.id })).body.data).toMatchObject({ operator: { email: ann.email } });
    expect(codeOf(await take(sue, { operatorId: "none" }))).toEqual([404, "USER_NOT_FOUND"]);
    expect(codeOf(await take(sue, { email: "edge-device@localhost" }))).toEqual([404, "USER_NOT_FOUND"]);
  });

  test("is ended by its operator or a supervisor, once", async () => {
    const { cloud, fleet, people, as, after, take, lanes } = await setUp();
    const { ann, bob, sue } = people;
    const end = (user: TestUser, id: string) => as(user, "POST", `/shifts/${id}/end`);
    const { id } = (await take(ann, {})).body.data;
    expect(codeOf(await end(bob, id))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await end(ann, "none"))).toEqual([404, "SHIFT_NOT_FOUND"]);
    const ended = await end(sue, id);
    expect(ended.body.data).toMatchObject({ isActive: false, endsAt: after(0), endedBy: { id: sue.id } });
    expect(await lanes("top")).toEqual([]);
    cloud.advanceMs(HOUR_MS);
    expect((await end(ann, id)).body).toEqual(ended.body);
    expect(await fleet.log(`subject=shift:${id}&action=shift.end`)).toHaveLength(1);
    expect((await end(ann, (await take(ann, {})).body.data.id)).status).toBe(200);
  });

  test.each([
    ["until", 0],
    ["until", -1],
    ["until", 24.001],
  ])("is refused for a bad %s of %d hours", async (path, hours) => {
    const { people, after, take } = await setUp();
    const refused = await take(people.ann, { until: after(hours) });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
    expect((await take(people.ann, { until: after(24) })).status).toBe(201);
  });

  test("is refused for an unknown lane, and for two names of an operator", async () => {
    const { people, take } = await setUp();
    const { ann } = people;
    const pathOf = async (body: object) => (await take(ann, body)).body.error.details[0].path;
    expect(await pathOf({ laneId: "none" })).toBe("laneId");
    expect(await pathOf({ operatorId: ann.id, email: ann.email })).toBe("operatorId");
  });

  test("of a disabled account is named to no device, and that of a deleted lane is listed no longer", async () => {
    const { people, as, one, two, take, lanes } = await setUp();
    const { ann, bob, boss } = people;
    await take(ann, {});
    await take(bob, { laneId: two });
    await as(boss, "PUT", `/admin/users/${ann.id}`, { disabled: true });
    expect(await lanes("top")).toEqual([]);
    await as(boss, "PUT", "/admin/topology", { sites: [] });
    expect((await as(bob, "GET", `/shifts?laneId=${one}`)).body.data.items).toEqual([]);
  });

  test("is found by lane and operator, page by page", async () => {
    const { people, as, two, take } = await setUp();
    const { ann, bob } = people;
    const made: string[] = [];
    for (const [user, body] of [
      [ann, {}],
      [bob, { laneId: two }],
      [bob, {}],
    ] as const)
      made.unshift((await take(user, body)).body.data.id);
    const ids = async (query: string) =>
      (await as(ann, "GET", `/shifts?${query}`)).body.data.items.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(made);
    expect(await ids(`laneId=${two}`)).toEqual([made[1]]);
    expect(await ids(`operatorId=${bob.id}&active=true`)).toEqual(made.slice(0, 2));
    const page = (await as(ann, "GET", "/shifts?limit=2")).body.data;
    expect(await ids(`limit=2&cursor=${page.nextCursor}`)).toEqual(made.slice(2));
  });
});
