import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { waitsForLocks } from "../../testing/database.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, sue, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const shoes = { description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 };
const fitting = { declaredGoods: [shoes], status: "VALIDATED" };
const body = await scanBody({ user_email: ann.email });
/** A container of Ann's in which cartons were seen. */
const scanned = async (number: string): Promise<{ id: string; scanId: string }> => {
  const { containerId, scanId } = (await scan(number, body)).body.data;
  return { id: containerId, scanId };
};
const declare = async (fields: object): Promise<string> => (await as(ann, "POST", "/manifests", fields)).body.data.id;
const put = (id: string, fields: object) => as(ann, "PUT", `/manifests/${id}`, fields);
const statusOf = async (id: string) => (await as(sue, "GET", `/containers/${id}`)).body.data.status;
const queue = async (id: string) => (await as(sue, "GET", `/escalations?containerId=${id}`)).body.data.items;
const clear = async (id: string) => {
  const [{ id: escalationId }] = await queue(id);
  await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "seen" });
};

describe("a container with a scan escalates when critical findings appear", () => {
  test("because its manifest changes, which names the scan and the findings", async () => {
    const { id, scanId } = await scanned("ESCALATE1");
    const manifestId = await declare({ containerNumber: "ESCALATE1", ...fitting });
    expect(await statusOf(id)).toBe("SCANNED");
    expect((await put(manifestId, { status: "REJECTED" })).status).toBe(200);
    expect(await queue(id)).toMatchObject([
      {
        state: "OPEN",
        source: "manifest",
        scanId,
        raisedBy: null,
        findings: [{ rule: "manifest-not-validated", severity: "critical", declared: "REJECTED" }],
      },
    ]);
    expect(await statusOf(id)).toBe("ESCALATED");
    const { items } = (await as(admin, "GET", `/admin/audit-log?subject=container:${id}`)).body.data;
    expect(items[0]).toMatchObject({ action: "container.set-status", actor: { id: ann.id } });
  });

  test("because a manifest is attached: by making it, by hand, or by a number", async () => {
    const rejected = { status: "REJECTED" };
    const [made, byHand, numbered, moved] = [
      await scanned("ESCALATE2"),
      await scanned("ESCALATE3"),
      await scanned("MISREAD4"),
      await scanned("ESCALATE5"),
    ];
    await declare({ containerNumber: "ESCALATE2", ...rejected });
    const attached = await as(ann, "PUT", `/containers/${byHand.id}/manifest`, { manifestId: await declare(rejected) });
    await declare({ containerNumber: "ESCALATE4", ...rejected });
    const renumbered = await as(ann, "PUT", `/containers/${numbered.id}/container-number`, { containerNumber: "ESCALATE4" }); // prettier-ignore
    await put(await declare(rejected), { containerNumber: "ESCALATE5" });
    expect([attached.body.data.status, renumbered.body.data.status]).toEqual(["ESCALATED", "ESCALATED"]);
    for (const { id } of [made, byHand, numbered, moved]) {
      expect(await statusOf(id)).toBe("ESCALATED");
      expect(await queue(id)).toMatchObject([{ source: "manifest", findings: [{ rule: "manifest-not-validated" }] }]);
    }
  });

  test("because a new number is not the one that its manifest names", async () => {
    const { id } = await scanned("ESCALATE6");
    await declare({ containerNumber: "ESCALATE6", ...fitting });
    await as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber: "ESCALATE7" });
    expect(await queue(id)).toMatchObject([{ findings: [{ rule: "container-number-mismatch" }] }]);
  });

  test("also when the scan arrives while its manifest changes", async () => {
    const { id } = await scanned("ESCALATE12");
    const manifestId = await declare({ containerNumber: "ESCALATE12", ...fitting });
    const { db } = cloud.parts;
    let arriving: ReturnType<typeof scan> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from containers where id = ${id} for update`);
      arriving = scan("ESCALATE12", body);
      await waitsForLocks(db);
      await tx.execute(sql`update manifests set status = 'REJECTED', version = version + 1 where id = ${manifestId}`);
    });
    expect((await arriving)?.body.data.manifestMatch.lane).toBe("red");
    expect(await statusOf(id)).toBe("ESCALATED");
  });

  test("and not for findings that a supervisor has decided about", async () => {
    const { id } = await scanned("ESCALATE8");
    const manifestId = await declare({ containerNumber: "ESCALATE8", status: "REJECTED" });
    await clear(id);
    await put(manifestId, { vessel: { name: "Ever" } });
    expect(await statusOf(id)).toBe("CLEARED");
    await put(manifestId, { declaredGoods: [] });
    expect(await statusOf(id)).toBe("ESCALATED");
    expect(await queue(id)).toMatchObject([
      { state: "OPEN", findings: [{ rule: "empty-laden-mismatch" }] },
      { state: "RESOLVED" },
    ]);
  });

  test("and not without a scan, without critical findings, or a second time while one is open", async () => {
    const bare = (await as(ann, "POST", "/containers", { containerNumber: "ESCALATE9" })).body.data.id;
    await declare({ containerNumber: "ESCALATE9", status: "REJECTED" });
    expect(await statusOf(bare)).toBe("REGISTERED");
    const { id } = await scanned("ESCALATE10");
    const manifestId = await declare({ containerNumber: "ESCALATE10", declaredGoods: [shoes], status: "DRAFT" });
    expect(await statusOf(id)).toBe("SCANNED");
    await put(manifestId, { status: "REJECTED" });
    await put(manifestId, { declaredGoods: [] });
    expect(await queue(id)).toHaveLength(1);
  });

  test("and the manifest stays as it was when the escalation cannot be kept", async () => {
    const { id } = await scanned("ESCALATE11");
    const manifestId = await declare({ containerNumber: "ESCALATE11", ...fitting });
    const { db } = cloud.parts;
    await db.execute("alter table escalations add constraint closed check (false) not valid");
    expect((await put(manifestId, { status: "REJECTED" })).status).toBe(500);
    await db.execute("alter table escalations drop constraint closed");
    expect((await as(ann, "GET", `/manifests/${manifestId}`)).body.data.status).toBe("VALIDATED");
    expect(await statusOf(id)).toBe("SCANNED");
  });
});
