import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { drawJpeg, sha256Of } from "../../intake/testing.ts";

const cloud = await createTestApp();
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const jpeg = await drawJpeg(1, 800, 400);
const other = await drawJpeg(2, 800, 400);
let made = 0;

type Reply = { status: number; body: { data: Record<string, unknown>; error?: { code: string } }; replayed: boolean };

/** Sends a write of a user with the given idempotency key. */
async function write(user: TestUser, path: string, key: string, body: Buffer | object): Promise<Reply> {
  const isPicture = Buffer.isBuffer(body);
  const type = isPicture ? "image/jpeg" : "application/json";
  const headers = { ...user.authorization, "Content-Type": type, "Idempotency-Key": key };
  const sent = isPicture ? new Uint8Array(body) : JSON.stringify(body);
  const reply = await cloud.app.request(`/v1/containers${path}`, { method: "POST", headers, body: sent });
  const replayed = reply.headers.get("Idempotent-Replayed") === "true";
  return { status: reply.status, body: JSON.parse(await reply.text()), replayed };
}
const register = (user: TestUser, key: string, containerNumber: string) => write(user, "", key, { containerNumber });
const newContainer = async (owner = ann) => {
  made += 1;
  return String((await register(owner, `new-${made}`, `BOX ${made}`)).body.data["id"]);
};
const countOf = async (table: string) => {
  const { rows } = await cloud.parts.db.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${table}`),
  );
  return rows[0]?.count;
};
const storedFiles = () => countOf("evidence");
const codeOf = ({ status, body }: Reply) => [status, body.error?.code];

describe("a write of a user that is sent again under its key", () => {
  test("registers a container once, and answers with the first reply", async () => {
    const first = await register(ann, "register-1", "CSQU3054383");
    const again = await register(ann, "register-1", "CSQU3054383");
    expect([first.status, first.replayed]).toEqual([201, false]);
    expect([again.status, again.replayed, again.body]).toEqual([201, true, first.body]);
    expect(codeOf(await register(ann, "register-2", "CSQU3054383"))).toEqual([409, "CONTAINER_NUMBER_TAKEN"]);
  });

  test("registers and escalates once where four copies arrive at once", async () => {
    const four = (send: () => Promise<Reply>) => Promise.all(Array.from({ length: 4 }, send));
    const registered = await four(() => register(ann, "register-many", "MANY 1"));
    const id = String(registered[0]?.body.data["id"]);
    const escalated = await four(() =>
      write(ann, `/${id}/escalate`, "escalate-many", { reason: "the seal is broken" }),
    );
    for (const replies of [registered, escalated]) {
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(replies.map(({ body }) => body.data["id"])).size).toBe(1);
      expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    }
  });

  test("stores a photo once, with its bytes, and the same key with other bytes or another note is refused", async () => {
    const id = await newContainer();
    const [first, again] = [
      await write(ann, `/${id}/evidence?note=door`, "photo-1", jpeg),
      await write(ann, `/${id}/evidence?note=door`, "photo-1", jpeg),
    ];
    expect([first.status, again.status, again.replayed]).toEqual([201, 201, true]);
    expect(again.body).toEqual(first.body);
    expect(first.body.data).toMatchObject({ note: "door", image: { sha256: sha256Of(jpeg) } });
    for (const [path, body] of [[`/${id}/evidence?note=door`, other], [`/${id}/evidence`, jpeg]] as const)
      expect(codeOf(await write(ann, path, "photo-1", body))).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    const listed = await cloud.send("GET", `/v1/containers/${id}/evidence`, { headers: ann.authorization });
    expect(listed.body.data.items).toHaveLength(1);
  }); // prettier-ignore

  test("stores a photo once where four copies arrive at once, and leaves no copy of its bytes behind", async () => {
    const [id, before] = [await newContainer(), await storedFiles()];
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => write(ann, `/${id}/evidence`, "photo-many", jpeg)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.data["evidenceId"])).size).toBe(1);
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await storedFiles()).toBe((before ?? 0) + 1);
    const kept = [];
    for await (const { key } of cloud.parts.storage.list("evidence")) kept.push(key);
    expect(kept.length).toBe(2 * ((before ?? 0) + 1));
  });

  test("escalates once; a refusal leaves no receipt", async () => {
    const id = await newContainer();
    const escalate = (key: string, reason = "the seal is broken") => write(ann, `/${id}/escalate`, key, { reason });
    const [first, again] = [await escalate("escalate-1"), await escalate("escalate-1")];
    expect([first.status, again.status, again.replayed]).toEqual([201, 201, true]);
    expect(again.body).toEqual(first.body);
    expect(codeOf(await escalate("escalate-1", "another reason"))).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(codeOf(await escalate("escalate-2"))).toEqual([409, "ESCALATION_ALREADY_OPEN"]);
    const resolve = { decision: "clear", reason: "looked at it" };
    const url = `/v1/escalations/${String(first.body.data["id"])}/resolve`;
    await cloud.send("POST", url, { body: resolve, headers: sue.authorization });
    expect((await escalate("escalate-2")).status).toBe(201);
  });

  test("is another write under the key of another user, and once its container is no longer the caller's", async () => {
    const id = await newContainer();
    const first = await write(ann, `/${id}/evidence`, "mine", jpeg);
    expect(codeOf(await write(bob, `/${id}/evidence`, "mine", jpeg))).toEqual([403, "FORBIDDEN"]);
    const owner = { body: { ownerId: bob.id }, headers: sue.authorization };
    await cloud.send("PUT", `/v1/containers/${id}/owner`, owner);
    expect((await write(ann, `/${id}/evidence`, "mine", jpeg)).body).toEqual(first.body);
    expect(codeOf(await write(ann, `/${id}/evidence`, "mine-too", jpeg))).toEqual([403, "FORBIDDEN"]);
    const ofBob = await write(bob, `/${id}/evidence`, "mine", jpeg);
    expect([ofBob.status, ofBob.replayed]).toEqual([201, false]);
  });

  test("needs a key of visible characters", async () => {
    for (const key of ["a b", "x".repeat(201)])
      expect(codeOf(await register(ann, key, "KEY 1"))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("a photo that waited for a connection", () => {
  const add = async (takenAt: Date | string) => {
    const when = typeof takenAt === "string" ? takenAt : takenAt.toISOString();
    made += 1;
    const id = await newContainer();
    return (await write(ann, `/${id}/evidence?takenAt=${encodeURIComponent(when)}`, `late-${made}`, jpeg)).body;
  };

  test("keeps the time at which it was taken beside that of its arrival", async () => {
    const takenAt = new Date(cloud.parts.nowMs() - 5 * 3_600_000);
    const { data } = await add(takenAt);
    expect(data).toMatchObject({ timestamp: takenAt.toISOString(), clockSuspect: false });
    expect(Date.parse(String(data["receivedAt"])) - takenAt.getTime()).toBeGreaterThanOrEqual(5 * 3_600_000);
  });

  test("is marked where the clock of the phone is far off", async () => {
    expect((await add(new Date(cloud.parts.nowMs() + 3_600_000))).data).toMatchObject({ clockSuspect: true });
    expect((await add("yesterday")).error?.code).toBe("VALIDATION_ERROR");
  });
});
