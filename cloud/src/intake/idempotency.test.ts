import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { countTraces, drawJpeg, edgeSender, scanBody, sha256Of } from "./testing.ts";

const cloud = await createTestApp();
const { scan, identify } = edgeSender(cloud);
const withKey = (key: string) => ({ "Idempotency-Key": key });

describe("an idempotency key", () => {
  test("gets the first reply again, and has one effect", async () => {
    const body = await scanBody({ timestamp: "2026-11-01T10:00:00Z" });
    const first = await scan("IDEM1", body, withKey("k1"));
    const traces = await countTraces(cloud);
    await scan("IDEM1", await scanBody());
    const again = await scan("IDEM1", body, withKey("k1"));
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.body.idempotencyKey).toBe("k1");
    const after = await countTraces(cloud);
    expect(after).toEqual({ ...traces, scans: traces["scans"]! + 1, pictures: traces["pictures"]! + 1 });
  });

  test("20 requests at once have one effect and all get the same reply", async () => {
    const body = await scanBody({ visualization: (await drawJpeg(3)).toString("base64") });
    const before = await countTraces(cloud);
    const replies = await Promise.all(Array.from({ length: 20 }, () => scan("IDEM2", body, withKey("k2"))));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data.scanId))).size).toBe(1);
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, replies[0]!.body]);
    expect(replies.filter(({ headers }) => headers.get("Idempotent-Replayed") === null)).toHaveLength(1);
    expect(await countTraces(cloud)).toEqual({
      containers: before["containers"]! + 1,
      scans: before["scans"]! + 1,
      evidence: 0,
      receipts: before["receipts"]! + 1,
      pictures: before["pictures"]! + 2,
    });
  });

  test("is refused for another body or another container, and the first record stays", async () => {
    const body = await scanBody();
    await scan("IDEM3", body, withKey("k3"));
    const before = await countTraces(cloud);
    const image = (await drawJpeg(99)).toString("base64");
    for (const [number, other] of [
      ["IDEM3", { ...body, detections: [] }],
      ["IDEM3", { ...body, user_email: "a@example.com" }],
      ["IDEM3", { ...body, image }],
      ["IDEM3B", body],
    ] as const) {
      const reply = await scan(number, other, withKey("k3"));
      expect([reply.status, reply.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
      expect(reply.body.idempotencyKey).toBe("k3");
    }
    expect(await countTraces(cloud)).toEqual(before);
  });

  test("does not mind the order of keys, nulls, unknown keys, or how the image is written", async () => {
    const body = await scanBody({ camera_id: "c1" });
    const first = await scan("IDEM4", body, withKey("k4"));
    const { image, ...rest } = body;
    const same = { device_id: null, extra: 1, ...rest, image: `data:image/jpeg;base64,${String(image)}` };
    const again = await scan("idem4", same, withKey("k4"));
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test("counts a reduced picture with the hash of its original as the same record, in either order", async () => {
    const [original, reduced] = [await drawJpeg(5, 200, 150), await drawJpeg(5, 20, 15)];
    const image_sha256 = sha256Of(original);
    const full = await scanBody({
      image: original.toString("base64"),
      image_sha256,
      visualization: original.toString("base64"),
    });
    const small = await scanBody({ image: reduced.toString("base64"), image_sha256, image_reduced: true });
    const [first, again] = [await scan("IDEM5", full, withKey("k5")), await scan("IDEM5", small, withKey("k5"))];
    expect([again.status, again.body]).toEqual([200, first.body]);
    const [other, later] = [await scan("IDEM5", small, withKey("k6")), await scan("IDEM5", full, withKey("k6"))];
    expect([later.status, later.body]).toEqual([200, other.body]);
  });

  test("is separate per route", async () => {
    const reply = await identify({ container_number: "IDEM6" }, withKey("k7"));
    expect((await scan("IDEM6", await scanBody(), withKey("k7"))).status).toBe(200);
    expect((await identify({ container_number: "IDEM6" }, withKey("k7"))).body).toEqual(reply.body);
    expect((await identify({ container_number: "IDEM7" }, withKey("k7"))).status).toBe(409);
  });

  test("is not spent by a refused request", async () => {
    expect((await scan("IDEM8", await scanBody({ image: "AAAA" }), withKey("k8"))).status).toBe(400);
    const reply = await scan("IDEM8", await scanBody(), withKey("k8"));
    expect([reply.status, reply.headers.get("Idempotent-Replayed")]).toEqual([200, null]);
  });

  test.each([["empty", ""], ["with a space", "a b"], ["of 201 characters", "k".repeat(201)], ["not ASCII", "k\u00e9"]])("%s is refused", async (_case, key) => {
    const before = await countTraces(cloud);
    const reply = await scan("IDEM9", await scanBody(), withKey(key));
    expect([reply.status, reply.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.body.error.details[0].path).toBe("idempotency-key");
    expect(await countTraces(cloud)).toEqual(before);
  }); // prettier-ignore
});

describe("when the database fails", () => {
  /** Has every insert into a table run this statement first, until the test is over. */
  async function onInsert(table: string, statement: string) {
    const body = `create or replace function sabotage() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`;
    await cloud.parts.db.execute(sql.raw(body));
    await cloud.parts.db.execute(
      sql.raw(`create trigger sabotage before insert on ${table} for each row execute function sabotage()`),
    );
    return () => cloud.parts.db.execute(sql.raw(`drop trigger sabotage on ${table}`));
  }

  test.each([
    [
      "an error after the scan was written",
      "idempotency_receipts",
      "raise exception 'disk full' using errcode = '53100'",
      503,
    ],
    ["an error in the middle", "scans", "raise exception 'broken'", 500],
    ["the connection is cut in the middle", "scans", "perform pg_terminate_backend(pg_backend_pid())", 503],
    ["a deadlock that never ends", "scans", "raise exception 'deadlock' using errcode = '40P01'", 503],
  ])("%s leaves nothing, and the same key works afterwards", async (name, table, statement, status) => {
    const before = await countTraces(cloud);
    const key = withKey(name.replaceAll(" ", "-"));
    const body = await scanBody();
    const repair = await onInsert(table, statement);
    const failed = await scan("FAULT1", body, key);
    await repair();
    expect(failed.status).toBe(status);
    expect(failed.body.idempotencyKey).toBe(key["Idempotency-Key"]);
    expect(await countTraces(cloud)).toEqual(before);
    const retried = await scan("FAULT1", body, key);
    expect([retried.status, retried.headers.get("Idempotent-Replayed")]).toEqual([200, null]);
  });

  test("a commit of unknown outcome keeps the pictures, and the same key makes sure of one scan", async () => {
    const before = await countTraces(cloud);
    const cut =
      "create or replace function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$";
    await cloud.parts.db.execute(sql.raw(cut));
    await cloud.parts.db.execute(
      sql`create constraint trigger cut after insert on scans deferrable initially deferred for each row execute function cut()`,
    );
    const failed = await scan("FAULT4", await scanBody(), withKey("unknown"));
    await cloud.parts.db.execute(sql`drop trigger cut on scans`);
    expect(failed.status).toBe(503);
    expect(await countTraces(cloud)).toEqual({ ...before, pictures: before["pictures"]! + 1 });
    expect((await scan("FAULT4", await scanBody(), withKey("unknown"))).status).toBe(200);
    expect((await countTraces(cloud))["scans"]).toBe(before["scans"]! + 1);
  });

  test("one deadlock is retried and not reported", async () => {
    await cloud.parts.db.execute(sql`create sequence tries`);
    const repair = await onInsert(
      "scans",
      "if nextval('tries') = 1 then raise exception 'x' using errcode = '40P01'; end if",
    );
    const reply = await scan("FAULT2", await scanBody());
    await repair();
    expect(reply.status).toBe(200);
  });

  test("a storage that refuses the picture leaves no scan", async () => {
    const before = await countTraces(cloud);
    const { storage } = cloud.parts;
    const intact = { ...storage };
    Object.assign(storage, { write: () => Promise.reject(new Error("disk full")) });
    const failed = await scan("FAULT3", await scanBody(), withKey("full"));
    Object.assign(storage, intact);
    expect(failed.status).toBe(500);
    expect(await countTraces(cloud)).toEqual(before);
    expect((await scan("FAULT3", await scanBody(), withKey("full"))).status).toBe(200);
  });
});
