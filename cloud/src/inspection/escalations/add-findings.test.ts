import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const [ann, sue] = [await cloud.signIn("operator"), await cloud.signIn("supervisor")];

const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const statusOf = async (id: string) => (await as(sue, "GET", `/containers/${id}`)).body.data.status;
const queue = async (containerId: string) =>
  (await as(sue, "GET", `/escalations?containerId=${containerId}`)).body.data.items;
/** A container with a manifest that was rejected. */
const makeRejected = async (containerNumber: string): Promise<string> => {
  const { id } = (await as(ann, "POST", "/containers", { containerNumber })).body.data;
  await as(ann, "POST", "/manifests", { containerNumber, status: "REJECTED" });
  return id;
};

test("critical findings of later scans join the open escalation, and none is decided about unseen", async () => {
  const containerId = await makeRejected("MORE1");
  await scan("MORE1", await scanBody());
  const [first] = await queue(containerId);
  await as(sue, "POST", `/escalations/${first.id}/claim`);
  const rifle = { class_name: "rifle", confidence: 0.9 };
  const xRay = async () => write("scans/illegal", "MORE1", await scanBody({ detections: [rifle] }));
  const { scanId } = (await xRay()).body.data;
  await xRay();
  const items = await queue(containerId);
  expect(items).toMatchObject([
    {
      id: first.id,
      state: "CLAIMED",
      claimedBy: { id: sue.id },
      source: "illegal",
      scanId,
      reason: "The scan for illegal goods marks a place as rifle (confidence 90 %). (and 1 more critical)",
      findings: [{ rule: "illegal-goods", className: "rifle" }, { rule: "manifest-not-validated" }],
    },
  ]);
  const decide = (findingsSeen: number) =>
    as(sue, "POST", `/escalations/${first.id}/resolve`, { decision: "clear", reason: "seen", findingsSeen });
  expect(await decide(first.findings.length)).toMatchObject({
    status: 412,
    body: { error: { code: "PRECONDITION_FAILED" } },
  });
  expect(await statusOf(containerId)).toBe("ESCALATED");
  const extensions = await cloud.parts.db.execute(
    sql`select action from audit_log where subject_id = ${first.id} and action = 'escalation.extend'`,
  );
  expect(extensions.rows).toHaveLength(1);
  expect((await decide(2)).status).toBe(200);
  expect(await statusOf(containerId)).toBe("CLEARED");
});

test("they leave the words of the user who escalated", async () => {
  const containerId = await makeRejected("MORE2");
  await as(ann, "POST", `/containers/${containerId}/escalate`, { reason: "the seal looks new" });
  const { scanId } = (await scan("MORE2", await scanBody())).body.data;
  expect(await queue(containerId)).toMatchObject([
    {
      source: "user",
      reason: "the seal looks new",
      scanId,
      raisedBy: { id: ann.id },
      findings: [{ rule: "manifest-not-validated" }],
    },
  ]);
});
