import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { write } = edgeSender(cloud);
const [ann, bob, sue, admin] = [
  await cloud.signIn("operator", "ann@example.com"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor", "sue@example.com"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

let made = 0;
/** A scan of a container of Ann's that a device sent, with these classes found at the confidence given. */
async function makeScan(kind: "category" | "illegal", classes: Record<string, number>, manifest?: object) {
  const number = `REVIEW-${(made += 1)}`;
  if (manifest) await as(sue, "POST", "/manifests", { containerNumber: number, ...manifest });
  const detections = Object.entries(classes).map(([class_name, confidence]) => ({ class_name, confidence }));
  const body = { ...(await scanBody()), detections, user_email: ann.email };
  const { scanId, containerId } = (await write(`scans/${kind}`, number, body)).body.data;
  const scan = `/containers/${containerId}/scans/${scanId}`;
  return {
    containerId,
    scanId,
    scan,
    verdict: (index: number | string) => `${scan}/detections/${index}/verdict`,
    read: async () => (await as(ann, "GET", scan)).body.data,
    report: async () => (await as(ann, "GET", `/containers/${containerId}/report`)).body.data,
  };
}

describe("a verdict on a detection", () => {
  test("is shown next to the detections of the model, with its author, in the scan and in lists", async () => {
    const { scan, verdict, read, containerId } = await makeScan("illegal", { knife: 0.9, rifle: 0.8 });
    const before = await read();
    expect(before.verdicts).toEqual([]);
    await as(sue, "PUT", verdict(1), { verdict: "confirmed" });
    const reply = await as(sue, "PUT", verdict(0), { verdict: "corrected", className: "spoon", note: "on the X-ray" });
    const unmoved = { polygon: null, areaPercentage: null };
    const given = { reviewer: { id: sue.id, email: sue.email }, reviewedAt: expect.any(String) };
    expect(reply.body.data).toEqual({
      ...before,
      verdicts: [
        { index: 0, verdict: "corrected", className: "spoon", ...unmoved, note: "on the X-ray", ...given },
        { index: 1, verdict: "confirmed", className: null, ...unmoved, note: null, ...given },
      ],
    });
    const again = await as(ann, "GET", scan);
    expect(again.body.data).toEqual(reply.body.data);
    expect(again.headers.get("ETag")).toBe(reply.headers.get("ETag"));
    expect((await as(ann, "GET", `/containers/${containerId}/scans`)).body.data.items).toEqual([reply.body.data]);
  });

  test("is replaced by another, and taken back", async () => {
    const { verdict, read, scanId } = await makeScan("illegal", { knife: 0.9 });
    await as(sue, "PUT", verdict(0), { verdict: "rejected", note: "a toy" });
    const first = await read();
    cloud.advanceMs(5);
    expect((await as(sue, "PUT", verdict(0), { verdict: "rejected", note: "a toy" })).body.data).toEqual(first);
    await as(admin, "PUT", verdict(0), { verdict: "confirmed" });
    expect((await read()).verdicts).toMatchObject([{ verdict: "confirmed", reviewer: { id: admin.id }, note: null }]);
    expect((await as(sue, "DELETE", verdict(0))).body.data.verdicts).toEqual([]);
    expect(codeOf(await as(sue, "DELETE", verdict(0)))).toEqual([404, "VERDICT_NOT_FOUND"]);
    const log = (await as(admin, "GET", `/admin/audit-log?subject=scan:${scanId}`)).body.data.items;
    const toy = { verdict: "rejected", className: null, note: "a toy", reviewer: sue.email };
    const there = { verdict: "confirmed", className: null, note: null, reviewer: admin.email };
    expect(log).toMatchObject([
      { action: "scan.remove-verdict", actor: { id: sue.id }, before: { "detections.0": there }, after: { "detections.0": null } },
      { action: "scan.set-verdict", actor: { id: admin.id }, before: { "detections.0": toy }, after: { "detections.0": there } },
      { action: "scan.set-verdict", actor: { id: sue.id }, before: { "detections.0": null }, after: { "detections.0": toy } },
      { action: "scan.record" },
    ]); // prettier-ignore
  });

  test("is a supervisor's, of a detection that exists", async () => {
    const { verdict, scanId } = await makeScan("illegal", { knife: 0.9 });
    const other = await makeScan("illegal", {});
    const body = { verdict: "confirmed" };
    for (const user of [ann, bob]) expect(codeOf(await as(user, "PUT", verdict(0), body))).toEqual([403, "FORBIDDEN"]);
    for (const index of ["1", "-1", "x", "1.5", "%00"])
      expect([index, (await as(sue, "PUT", verdict(index), body)).status]).toEqual([index, 404]);
    expect(codeOf(await as(sue, "PUT", verdict(1), body))).toEqual([404, "DETECTION_NOT_FOUND"]);
    expect(codeOf(await as(sue, "PUT", other.verdict(0), body))).toEqual([404, "DETECTION_NOT_FOUND"]);
    const foreign = `/containers/${other.containerId}/scans/${scanId}/detections/0/verdict`;
    expect(codeOf(await as(sue, "PUT", foreign, body))).toEqual([404, "SCAN_NOT_FOUND"]);
    expect(codeOf(await as(sue, "DELETE", `/containers/nope/scans/x/detections/0/verdict`))).toEqual([
      404,
      "CONTAINER_NOT_FOUND",
    ]);
  });

  test.each([
    {},
    { verdict: "maybe" },
    { verdict: "corrected" },
    { verdict: "corrected", className: "" },
    { verdict: "rejected", className: "spoon" },
    { verdict: "rejected", note: "a\0b" },
  ])("is refused as %j", async (body) => {
    const { verdict } = await makeScan("illegal", { knife: 0.9 });
    expect(codeOf(await as(sue, "PUT", verdict(0), body))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("honours If-Match, also where two reviewers ask at once", async () => {
    const { scan, verdict } = await makeScan("illegal", { knife: 0.9, rifle: 0.9 });
    const tag = (await as(sue, "GET", scan)).headers.get("ETag") ?? "";
    const replies = await Promise.all([
      as(sue, "PUT", verdict(0), { verdict: "rejected" }, { "If-Match": tag }),
      as(admin, "PUT", verdict(0), { verdict: "confirmed" }, { "If-Match": tag }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect((await as(sue, "DELETE", verdict(0), undefined, { "If-Match": tag })).status).toBe(412);
  });
});

describe("what counts after a review", () => {
  test("are illegal goods that no reviewer rejected: the report leaves the others out, and lists them", async () => {
    const { verdict, report } = await makeScan("illegal", { knife: 0.9 });
    expect(await report()).toMatchObject({ verdict: "hold", container: { status: "ESCALATED" } });
    await as(sue, "PUT", verdict(0), { verdict: "rejected", note: "a toy" });
    const reviewed = await report();
    expect(reviewed.verdict).toBe("attention");
    expect(reviewed.reasons.map(({ rule }: { rule: string }) => rule)).toEqual([
      "escalation-open",
      "no-manifest",
      "no-category-scan",
      "findings-rejected",
    ]);
    expect(reviewed.reasons.at(-1).message).toBe(
      "Left out of the illegal scans: knife (rejected by sue@example.com: a toy).",
    );
    expect(reviewed.timeline.at(-1)).toMatchObject({
      event: "reviewed",
      actor: sue.email,
      message: "knife (illegal scan) was rejected: a toy",
    });
    expect(reviewed.container.status).toBe("ESCALATED");
    await as(sue, "DELETE", verdict(0));
    expect((await report()).verdict).toBe("hold");
  });

  test("is a finding that a person confirmed, however unsure the model was", async () => {
    const { verdict, report } = await makeScan("illegal", { knife: 0.3 });
    expect((await report()).verdict).toBe("attention");
    await as(sue, "PUT", verdict(0), { verdict: "confirmed" });
    expect((await report()).verdict).toBe("hold");
  });

  test("is compared with the manifest: a corrected class explains the goods, the container's scan stays as it was", async () => {
    const goods = { status: "VALIDATED", declaredGoods: [{ description: "oil drums", hsCode: "2710", quantity: 1 }] };
    const { containerId, verdict, read, report } = await makeScan("category", { vehicle: 0.9 }, goods);
    const found = await read();
    expect(found.manifestMatch.lane).not.toBe("green");
    await as(sue, "PUT", verdict(0), { verdict: "corrected", className: "drum" });
    const reviewed = await read();
    expect(reviewed.manifestMatch.lane).toBe("green");
    expect([reviewed.detections, reviewed.summary]).toEqual([found.detections, found.summary]);
    expect(await report()).toMatchObject({ manifestMatch: reviewed.manifestMatch, scans: { category: reviewed } });
    const { categoryScan } = (await as(ann, "GET", `/containers/${containerId}`)).body.data;
    expect(categoryScan.detections).toEqual(found.detections);
  });
});
