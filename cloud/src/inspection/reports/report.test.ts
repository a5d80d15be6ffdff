import { describe, expect, test } from "vitest";
import { drawJpeg, edgeSender, scanBody, sha256Of } from "../../intake/testing.ts";
import { insertScan } from "../scans/scan-store.ts";
import { findVisits } from "../record/visit-store.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];

const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const report = (user: TestUser, id: string, query = "") => as(user, "GET", `/containers/${id}/report${query}`);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const make = async (containerNumber: string): Promise<string> =>
  (await as(ann, "POST", "/containers", { containerNumber })).body.data.id;

/** A scan as the service's own scans of pictures leave it. */
async function addScan(
  containerId: string,
  type: "category" | "defect" | "illegal",
  fields: Partial<Parameters<typeof insertScan>[1]>,
) {
  const id = cloud.parts.newId();
  const at = new Date(cloud.parts.nowMs());
  const kept = { id, containerId, type, source: "user" as const, status: "done" as const, detections: [], summary: [] };
  const [visit] = await findVisits(cloud.parts.db, containerId);
  const times = { timestamp: at, receivedAt: at };
  await insertScan(cloud.parts.db, { ...kept, visitId: visit!.id, ...times, createdById: ann.id, ...fields });
  return id;
}
const found = (className: string, confidence = 0.9) => [
  { className, confidence, polygon: null, areaPercentage: null, quantity: null, volume: null },
];

describe("GET /v1/containers/{id}/report", () => {
  test("refuses, in this order: bad format, 404, 403, PDF", async () => {
    const id = await make("ORDER1");
    for (const format of ["xml", "", "PDF", "json&format=pdf", "json&format=json"])
      expect(codeOf(await report(bob, "nope", `?format=${format}`))).toEqual([400, "INVALID_REPORT_FORMAT"]);
    for (const format of ["", "?format=json", "?format=pdf"]) {
      expect(codeOf(await report(bob, "nope", format))).toEqual([404, "CONTAINER_NOT_FOUND"]);
      expect(codeOf(await report(bob, id, format))).toEqual([403, "FORBIDDEN"]);
    }
    expect(codeOf(await report(ann, id, "?format=pdf"))).toEqual([501, "PDF_NOT_IMPLEMENTED"]);
    expect((await report(ann, id, "?format=json")).status).toBe(200);
    expect((await report(sue, id)).status).toBe(200);
  });

  test("of a container without any scan is incomplete", async () => {
    const id = await make("csqu3054383");
    const { data } = (await report(ann, id)).body;
    expect(data).toMatchObject({
      verdict: "incomplete",
      container: { id, status: "REGISTERED" },
      owner: { id: ann.id, email: ann.email, name: null },
      numberCheck: { containerNumber: "CSQU3054383", check: "valid" },
      manifest: null,
      manifestMatch: null,
      scans: { category: null, defect: null, illegal: null },
      unfinishedScans: [],
      evidence: [],
      escalations: [],
    });
    expect(data.reasons.map(({ rule }: { rule: string }) => rule)).toEqual(["no-manifest", "no-category-scan"]);
    expect(data.timeline).toEqual([
      {
        at: expect.any(String),
        event: "registered",
        actor: ann.email,
        message: "Registered.",
        subjectId: id,
        phrase: ["Registered."],
      },
    ]);
  });

  test("holds everything known, with the decisions and the way there", async () => {
    const id = await make("FULL1");
    const manifest = (await as(ann, "POST", "/manifests", { containerNumber: "FULL1", status: "REJECTED" })).body.data;
    const { scanId, manifestMatch } = (await scan("FULL1", await scanBody({ device_id: "gate-1" }))).body.data;
    const held = (await report(ann, id)).body.data;
    expect(held).toMatchObject({
      verdict: "hold",
      manifest: { id: manifest.id },
      manifestMatch,
      container: { status: "ESCALATED" },
    });
    expect(held.scans.category).toEqual((await as(ann, "GET", `/containers/${id}/scans/${scanId}`)).body.data);
    expect(held.escalations).toMatchObject([{ state: "OPEN", scanId }]);
    const escalationId = held.escalations[0].id;
    cloud.advanceMs(10);
    await as(sue, "POST", `/escalations/${escalationId}/claim`);
    cloud.advanceMs(10);
    await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "papers corrected" });
    cloud.advanceMs(10);
    await as(ann, "PUT", `/containers/${id}/container-number`, { containerNumber: "full1" });
    cloud.advanceMs(10);
    const photo = await cloud.app.request(`/v1/containers/${id}/evidence?note=seal`, {
      method: "POST",
      headers: { ...ann.authorization, "Content-Type": "image/jpeg" },
      body: new Uint8Array(await drawJpeg()),
    });
    expect(photo.status).toBe(201);
    const { data } = (await report(ann, id)).body;
    expect(data.evidence).toMatchObject([
      { note: "seal", uploader: { id: ann.id }, image: { sha256: sha256Of(await drawJpeg()) } },
    ]);
    expect(data.escalations).toMatchObject([{ decision: "clear", resolvedBy: { email: sue.email } }]);
    expect(data.timeline.map(({ event, actor, message }: Record<string, string>) => [event, actor, message])).toEqual([
      ["registered", ann.email, "Registered."],
      ["manifest-attached", ann.email, expect.stringMatching(/^The manifest, received at .* UTC, was attached\.$/)],
      ["scanned", "gate-1", "Scan (category): 1 detected."],
      ["escalated", null, "The manifest was rejected: the container may not be released on it."],
      ["claimed", sue.email, "The escalation was claimed."],
      ["decided", sue.email, "Cleared: papers corrected"],
      ["number-set", ann.email, "Its number was set to full1."],
      ["evidence-added", ann.email, "Photo added: seal"],
    ]);
    const records = new Set([data.container.id, manifest.id, scanId, escalationId, data.evidence[0].evidenceId]);
    expect(data.timeline.filter(({ subjectId }: { subjectId: string }) => !records.has(subjectId))).toEqual([]);
  });

  test("is clear once a person cleared it, until the manifest changes", async () => {
    const id = await make("CLEAR1");
    const manifest = (await as(ann, "POST", "/manifests", { containerNumber: "CLEAR1", status: "REJECTED" })).body.data;
    await scan("CLEAR1", await scanBody());
    const [{ id: escalationId }] = (await report(ann, id)).body.data.escalations;
    await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "opened it" });
    expect((await report(ann, id)).body.data).toMatchObject({
      verdict: "clear",
      reasons: [{ rule: "cleared", message: `Cleared by ${sue.email}: opened it` }],
    });
    cloud.advanceMs(10);
    await as(ann, "PUT", `/manifests/${manifest.id}`, { billOfLading: "B2" });
    expect((await report(ann, id)).body.data.verdict).toBe("hold");
  });

  test("shows the latest finished scan of each kind by the time it was taken, from any source", async () => {
    const id = await make("LATEST1");
    const minutesAgo = (minutes: number) => new Date(cloud.parts.nowMs() - minutes * 60_000);
    const newest = await addScan(id, "illegal", { timestamp: minutesAgo(1), detections: found("knife", 0.2) });
    await addScan(id, "illegal", { timestamp: minutesAgo(9), detections: found("rifle") });
    await addScan(id, "defect", {
      timestamp: minutesAgo(-60 * 24 * 365),
      receivedAt: minutesAgo(30),
      clockSuspect: true,
    });
    const defect = await addScan(id, "defect", { timestamp: minutesAgo(20), detections: found("hole") });
    await addScan(id, "defect", { status: "failed", timestamp: minutesAgo(25) });
    const pending = await addScan(id, "category", { status: "pending" });
    const { data } = (await report(ann, id)).body;
    expect(data.scans).toMatchObject({ category: null, defect: { id: defect }, illegal: { id: newest } });
    expect(data.unfinishedScans).toMatchObject([{ id: pending, status: "pending" }]);
    expect(data.verdict).toBe("hold");
    const rules = ["illegal-goods", "defects", "scan-pending", "no-manifest", "no-category-scan"];
    expect(data.reasons.map(({ rule }: { rule: string }) => rule)).toEqual(rules);
  });
});
