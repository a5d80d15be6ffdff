import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const [sue, sid, ann] = [
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("operator"),
];

const VIEWS = "/v1/user/me/saved-views";
const as = (user: TestUser, method: string, url = VIEWS, body?: unknown) =>
  cloud.send(method, url, { headers: user.authorization, body });
const save = (user: TestUser, name: string, search = "?source=illegal") => as(user, "PUT", VIEWS, { name, search });
type View = { id: string; name: string; search: string };
const namesOf = async (user: TestUser) => (await as(user, "GET")).body.data.items.map(({ name }: View) => name);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("saved views", () => {
  test("belong to their user, who finds them by name in any browser", async () => {
    await save(sue, "X-ray");
    await save(sue, "  Old ones ", "?age=60");
    await save(sid, "Of Sid");
    expect(await namesOf(sue)).toEqual(["Old ones", "X-ray"]);
    expect(await namesOf(sid)).toEqual(["Of Sid"]);
    expect(codeOf(await as(ann, "GET"))).toEqual([403, "FORBIDDEN"]);
  });

  test("are replaced under their name, and keep their id", async () => {
    const first = (await save(sue, "X-ray")).body.data;
    cloud.advanceMs(1_000);
    const second = (await save(sue, "X-ray", "?source=alert")).body.data;
    expect(second).toEqual({
      ...first,
      search: "?source=alert",
      updatedAt: expect.not.stringMatching(first.updatedAt),
    });
    expect(await namesOf(sue)).toEqual(["Old ones", "X-ray"]);
    expect((await as(sue, "GET")).body.data.items[1]).toEqual(second);
  });

  test("are deleted by their user only", async () => {
    const { id } = (await save(sue, "Short-lived")).body.data;
    expect(codeOf(await as(sid, "DELETE", `${VIEWS}/${id}`))).toEqual([404, "SAVED_VIEW_NOT_FOUND"]);
    expect((await as(sue, "DELETE", `${VIEWS}/${id}`)).status).toBe(200);
    expect(codeOf(await as(sue, "DELETE", `${VIEWS}/${id}`))).toEqual([404, "SAVED_VIEW_NOT_FOUND"]);
    expect(await namesOf(sue)).not.toContain("Short-lived");
  });

  test("are 50 at most, also when several are saved at once", async () => {
    const boss = await cloud.signIn("admin");
    for (let number = 0; number < 48; number += 1) await save(boss, `view ${number}`);
    const last = await Promise.all(["a", "b", "c", "d"].map((name) => save(boss, name)));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(last.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(codeOf(await save(boss, "one more"))).toEqual([409, "TOO_MANY_SAVED_VIEWS"]);
    expect((await save(boss, "view 0", "?age=15")).status).toBe(200);
    expect(await namesOf(boss)).toHaveLength(50);
  });

  test("have a visible name and a filter", async () => {
    for (const body of [
      { name: " ", search: "?a=b" },
      { name: "x".repeat(41), search: "?a=b" },
      { name: "x", search: "a=b" },
    ])
      expect(codeOf(await as(sue, "PUT", VIEWS, body))).toEqual([400, "VALIDATION_ERROR"]);
  });
});
