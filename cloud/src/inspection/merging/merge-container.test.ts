import { findSettledEvents } from "../../journal/events/testing.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawJpeg, scanBody } from "../../intake/testing.ts";
import { sweepOrphans } from "../../operations/retention/sweep-orphans.ts";
import { finishPendingScan } from "../scans/finish-pending-scan.ts";
import { codeOf, createMergeWorld } from "./testing.ts";

const HOUR_MS = 3_600_000;
const {
  cloud,
  scan,
  write,
  ann,
  bob,
  sue,
  ago,
  as,
  dataOf,
  unique,
  scanned,
  itemsOf,
  escalate,
  read,
  visitsOf,
  merge,
  declare,
  logOf,
} = await createMergeWorld();

describe("a merge", () => {
  test("loses nothing: all that the misread container had is the other one's, pictures and all", async () => {
    const [merged, target] = [await scanned(5), await scanned(4)];
    const photo = await dataOf(write("evidence", merged.number, await scanBody({ timestamp: ago(3), visualization: (await scanBody())["image"] })));
    const verdict = `scans/${merged.scanId}/detections/0/verdict`;
    await dataOf(as(sue, "PUT", `/containers/${merged.id}/${verdict}`, { verdict: "confirmed" }));
    const manifest = await declare(merged.number);
    const escalation = await escalate(merged.id);
    const position = (await findSettledEvents(cloud.parts.db)).at(-1)?.position;

    const reply = await merge(merged, target);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      id: target.id, containerNumber: target.number, status: "ESCALATED", manifestId: manifest.id, categoryScan: { scanId: target.scanId },
      visit: { number: 1, openedAt: (await visitsOf(target.id))[0].openedAt },
    });
    expect(reply.headers.get("ETag")).toBe((await as(sue, "GET", `/containers/${target.id}`)).headers.get("ETag"));
    const scans = await itemsOf(`/containers/${target.id}/scans`);
    expect(new Set(scans.map(({ id }: { id: string }) => id))).toEqual(new Set([merged.scanId, target.scanId]))
    expect(scans).toHaveLength(2);
    expect(scans.find(({ id }: { id: string }) => id === merged.scanId).verdicts).toHaveLength(1);
    expect(await itemsOf(`/containers/${target.id}/evidence`)).toMatchObject([{ evidenceId: photo.evidenceId, visit: 1 }]);
    expect(await itemsOf(`/escalations?containerId=${target.id}`)).toMatchObject([{ id: escalation.id, state: "OPEN" }]);
    expect((await dataOf(as(sue, "GET", `/manifests/${manifest.id}`))).containerId).toBe(target.id);
    expect(await visitsOf(target.id)).toMatchObject([{ number: 1, isCurrent: true, lastWriteAt: expect.any(String) }]);
    for (const url of [`scans/${merged.scanId}/image`, `evidence/${photo.evidenceId}/image`, `evidence/${photo.evidenceId}/visualization`])
      expect((await cloud.app.request(`/v1/containers/${target.id}/${url}`, { headers: sue.authorization })).status).toBe(200);
    expect(await sweepOrphans(cloud.parts, async () => true)).toMatchObject({ unnamed: 0, missing: 0, deleted: 0 });

    const report = await dataOf(as(sue, "GET", `/containers/${target.id}/report`));
    expect(report.evidence).toMatchObject([{ evidenceId: photo.evidenceId }]);
    expect(report.timeline).toContainEqual({
      at: expect.any(String), event: "merged", actor: sue.email, subjectId: target.id,
      message: `What was recorded as ${merged.number} was merged into it.`,
      phrase: ["What was recorded as {0} was merged into it.", merged.number],
    });
    const history = await itemsOf(`/manifests/${manifest.id}/history`);
    expect(history.slice(0, 2)).toMatchObject([
      { action: "attached", changes: [{ field: "containerId", after: target.id }] },
      { action: "detached", changes: [{ field: "containerId", before: merged.id }] },
    ]);

    const moved = { visits: 1, scans: 1, evidence: 1, escalations: 1 };
    expect(await logOf(`subject=container:${merged.id}&action=container.merge`)).toMatchObject([
      { actor: { id: sue.id }, before: { containerNumber: merged.number, status: "ESCALATED", manifestId: manifest.id }, after: { mergedIntoId: target.id, moved } },
    ]);
    expect(await logOf(`subject=container:${target.id}&action=container.take-over`)).toMatchObject([
      { before: { status: "SCANNED", manifestId: null }, after: { status: "ESCALATED", manifestId: manifest.id, mergedId: merged.id, mergedNumber: merged.number, moved } },
    ]);
    const events = await findSettledEvents(cloud.parts.db, position);
    expect(events.map(({ kind, data, container }) => [kind, container?.id, data])).toEqual([
      ["container.deleted", merged.id, { mergedIntoId: target.id }],
      ["container.updated", target.id, { changed: ["visit", "status", "manifestId", "manifestIds"] }],
      ["escalation.extended", target.id, { escalationId: escalation.id, source: "user" }],
    ]);
  }); // prettier-ignore

  test("leaves word of where the container went, for those who may know", async () => {
    const [merged, target] = [await scanned(5), await scanned(4, { user: bob })];
    await dataOf(merge(merged, target));
    for (const path of ["", "/report", "/scans", "/evidence", "/visits", `/scans/${merged.scanId}`])
      for (const user of [sue, ann, bob]) {
        const reply = await as(user, "GET", `/containers/${merged.id}${path}`);
        expect(codeOf(reply)).toEqual([404, "CONTAINER_NOT_FOUND"]);
        expect(reply.body.error.message).toContain(target.number);
        expect(reply.body.error.message).toContain(target.id);
      }
    const stranger = await cloud.signIn("operator");
    expect((await as(stranger, "GET", `/containers/${merged.id}`)).body.error.message).toBe("Container not found.");
    expect(codeOf(await as(sue, "POST", `/containers/${merged.id}/escalate`, { reason: "x" }))).toEqual([404, "CONTAINER_NOT_FOUND"]);
  }); // prettier-ignore

  test("is for supervisors, and refuses what names nothing, itself, or what has changed", async () => {
    const [merged, target, none] = [await scanned(5), await scanned(4), { id: "none" }];
    expect(codeOf(await merge(merged, target, ann))).toEqual([403, "FORBIDDEN"]);
    for (const body of [{}, { intoContainerId: 1 }, { intoContainerId: "" }])
      expect(codeOf(await as(sue, "POST", "/containers/none/merge", body))).toEqual([400, "VALIDATION_ERROR"]);
    const self = await merge(merged, merged);
    expect(self.body.error).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "intoContainerId" }] });
    expect(codeOf(await merge(none, target))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const missing = await merge(merged, none);
    expect(codeOf(missing)).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(missing.body.error.message).toContain("intoContainerId");
    expect(codeOf(await merge(merged, target, sue, { "If-Match": '"stale"' }))).toEqual([412, "PRECONDITION_FAILED"]);
    const etag = (await as(sue, "GET", `/containers/${merged.id}`)).headers.get("ETag") ?? "";
    expect((await merge(merged, target, sue, { "If-Match": etag })).status).toBe(200);
    expect(codeOf(await merge(merged, target))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await merge(await scanned(5), merged))).toEqual([404, "CONTAINER_NOT_FOUND"]);
  });
});

describe("records of a misread number", () => {
  test("that were taken before the merge go to the target, also over several merges; later ones make a new container", async () => {
    const [first, merged, target] = [await scanned(50), await scanned(40), await scanned(30)];
    await dataOf(merge(first, merged));
    await dataOf(merge(merged, target));
    for (const { number } of [first, merged]) expect((await scanned(20, { number })).id).toBe(target.id);
    expect((await as(sue, "GET", `/containers/${first.id}`)).body.error.message).toContain(target.id);
    const again = await dataOf(as(ann, "POST", "/containers", { containerNumber: merged.number }));
    expect(again.id).not.toBe(merged.id);
    expect((await scanned(10, { number: merged.number })).id).toBe(target.id);
    cloud.advanceMs(60_000);
    expect((await scanned(0, { number: merged.number })).id).toBe(again.id);
    expect((await scanned(0, { number: first.number })).id).not.toBe(target.id);
  });

  test("replay the first reply for their key", async () => {
    const [number, target] = [unique(), await scanned(1)];
    const body = await scanBody({ timestamp: ago(2) });
    const key = { "Idempotency-Key": unique() };
    const first = await scan(number, body, key);
    await dataOf(merge({ id: first.body.data.containerId }, target));
    const again = await scan(number, body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });
});

test("a pending scan that fails while its container is merged is reported for the target", async () => {
  const [merged, target] = [await scanned(5), await scanned(4)];
  const sent = await cloud.app.request(`/v1/containers/${merged.id}/scans/defect`, {
    method: "POST",
    headers: { ...sue.authorization, "Content-Type": "image/jpeg" },
    body: new Uint8Array(await drawJpeg()),
  });
  const { scan: pending } = JSON.parse(await sent.text()).data;
  expect(pending.status).toBe("pending");
  const detect = async () => {
    await dataOf(merge(merged, target));
    return { kind: "invalid-image" as const, message: "cannot be decoded" };
  };
  const finish = finishPendingScan.createHandler({ ...cloud.parts, ai: { ...cloud.parts.ai, detect } });
  await finish({ scanId: pending.id }, { jobId: "j", attempt: 1, isLast: false, signal: new AbortController().signal });
  const last = (await findSettledEvents(cloud.parts.db)).at(-1);
  expect(last).toMatchObject({ kind: "scan.finished", container: { id: target.id }, data: { status: "failed" } });
});

describe("visits of a misread container", () => {
  const shape = async (id: string) =>
    (await visitsOf(id)).map(({ number, isCurrent, status }: Record<string, unknown>) => [number, isCurrent, status]);

  test("join visits that they are close to, and stay separate otherwise", async () => {
    const merged = await scanned(1_000);
    for (const hours of [500, 20]) await scanned(hours, { number: merged.number });
    const target = await scanned(990);
    await scanned(700, { number: target.number });
    await dataOf(merge(merged, target));
    expect(await shape(target.id)).toEqual([[4, true, "SCANNED"], [3, false, "SCANNED"], [2, false, "SCANNED"], [1, false, "SCANNED"]]);
    const scans = await itemsOf(`/containers/${target.id}/scans`);
    expect(scans.map(({ visit }: { visit: number }) => visit).sort()).toEqual([1, 1, 2, 3, 4]);
    const shown = async (number: number) => (await read(target.id, `?visit=${number}`)).categoryScan.timestamp;
    const times = await Promise.all([1, 2, 3, 4].map(shown));
    expect(times.map((time) => Math.round((cloud.parts.nowMs() - Date.parse(time)) / HOUR_MS))).toEqual([990, 700, 500, 20]);
  }); // prettier-ignore

  test("close the gap between two of the target's", async () => {
    const target = await scanned(300);
    await scanned(100, { number: target.number });
    const merged = await scanned(250);
    for (const hours of [200, 150]) await scanned(hours, { number: merged.number });
    await dataOf(merge(merged, target));
    expect(await visitsOf(target.id)).toMatchObject([{ number: 2, isCurrent: true, status: "SCANNED" }]);
    expect(await itemsOf(`/containers/${target.id}/scans?visit=1`)).toHaveLength(5);
  });

  test("that never began leave no trace", async () => {
    const target = await scanned(500);
    const typo = await dataOf(as(ann, "POST", "/containers", { containerNumber: unique() }));
    expect(await dataOf(merge(typo, target))).toMatchObject({ status: "SCANNED", visit: { number: 1 } });
    expect(await visitsOf(target.id)).toHaveLength(1);
    const registered = await dataOf(as(ann, "POST", "/containers", { containerNumber: unique() }));
    expect(await dataOf(merge(target, registered))).toMatchObject({
      status: "SCANNED",
      categoryScan: { scanId: target.scanId },
    });
    expect(await visitsOf(registered.id)).toHaveLength(1);
  });

  test("bring the newer category scan, and escalate where it does not fit the manifest", async () => {
    const [merged, target] = [
      await scanned(1, { detections: Array.from({ length: 12 }, () => ({ class_name: "drum", confidence: 0.95 })) }),
      await scanned(2),
    ];
    const manifest = await declare(target.number, {
      declaredGoods: [{ description: "Roasted coffee", hsCode: "090121", numberOfPackages: 300 }],
      status: "VALIDATED",
    });
    expect(manifest.containerId).toBe(target.id);
    const before = (await read(target.id)).status;
    const after = await dataOf(merge(merged, target));
    expect(after.categoryScan.scanId).toBe(merged.scanId);
    expect([before, after.status]).toEqual(["SCANNED", "ESCALATED"]);
    expect(await itemsOf(`/escalations?containerId=${target.id}`)).toMatchObject([
      { source: "manifest", scanId: merged.scanId },
    ]);
  });
});

describe("manifests", () => {
  test("of one visit each are refused, and nothing has happened then", async () => {
    const [merged, target] = [await scanned(2), await scanned(1)];
    const [other, own] = [await declare(merged.number), await declare(target.number)];
    const state = async () => (await cloud.parts.db.execute(sql`
      select (select json_agg(c order by id)::text from containers c) as containers, (select json_agg(v order by id)::text from visits v) as visits,
        (select json_agg(s order by id)::text from scans s) as scans, (select count(*)::int from audit_log) as log, (select count(*)::int from live_events) as events`)).rows;
    const before = await state();
    expect(codeOf(await merge(merged, target))).toEqual([409, "MANIFEST_CONFLICT"]);
    expect(await state()).toEqual(before);
    await dataOf(as(sue, "DELETE", `/containers/${merged.id}/manifest`));
    expect((await dataOf(merge(merged, target))).manifestId).toBe(own.id);
    expect((await dataOf(as(sue, "GET", `/manifests/${other.id}`))).containerId).toBeNull();
  }); // prettier-ignore

  test("of different visits stay with theirs", async () => {
    const [merged, target] = [await scanned(300), await scanned(1)];
    const [old, own] = [await declare(merged.number), await declare(target.number)];
    await dataOf(as(sue, "PUT", `/containers/${merged.id}/manifest`, { manifestId: old.id }));
    expect(await dataOf(merge(merged, target))).toMatchObject({ manifestId: own.id, visit: { number: 1 } });
    expect(await read(target.id, "?visit=2")).toMatchObject({ manifestId: old.id, categoryScan: { scanId: merged.scanId } });
    expect((await dataOf(as(sue, "GET", `/manifests/${old.id}`))).containerId).toBe(target.id);
  }); // prettier-ignore
});
