import { expect, test } from "vitest";
import type { AuditRow } from "../../journal/audit/audit-store.ts";
import { presentChange } from "./history-rules.ts";

const entry = (more: Partial<AuditRow>): AuditRow => ({
  id: "a1",
  at: new Date(0),
  actorType: "user",
  actorId: "u1",
  actorName: "sue@example.com",
  action: "x",
  subjectType: "manifest",
  subjectId: "m1",
  before: null,
  after: null,
  requestId: null,
  ...more,
});
const shared = { id: "a1", at: "1970-01-01T00:00:00.000Z", actor: { type: "user", id: "u1", name: "sue@example.com" } };
const present = (more: Partial<AuditRow>) => presentChange(entry(more), "m1");

test("what people write is listed, each field in its order, and nothing else", () => {
  const names = ["containerNumber", "billOfLading", "vessel", "origin", "destination", "shipper", "consignee"];
  const fields = [...names, "declaredGoods", "containerType", "weight", "status", "containerId"];
  const after = { id: "m1", ...Object.fromEntries(fields.toReversed().map((field) => [field, field])) };
  expect(present({ after })).toEqual({
    ...shared,
    action: "created",
    changes: fields.map((field) => ({ field, before: null, after: field })),
  });
});

test("an update and a deletion report both sides; values that are null on both are omitted", () => {
  const before = { vessel: "old", origin: null, status: "DRAFT" };
  expect(present({ before, after: { vessel: "new", origin: null } })).toEqual({
    ...shared,
    action: "updated",
    changes: [
      { field: "vessel", before: "old", after: "new" },
      { field: "status", before: "DRAFT", after: null },
    ],
  });
  expect(present({ before })).toMatchObject({ action: "deleted", changes: [{ before: "old", after: null }, {}] });
});

test("an entry of a container or a visit reports that it was attached there, or detached", () => {
  const container = { subjectType: "container", subjectId: "c1" };
  const attached = { ...shared, action: "attached", changes: [{ field: "containerId", before: null, after: "c1" }] };
  expect(present({ ...container, after: { manifestId: "m1" } })).toEqual(attached);
  expect(present({ subjectType: "visit", subjectId: "v1", after: { manifestId: "m1", containerId: "c1" } })).toEqual(
    attached,
  );
  const detached = { ...shared, action: "detached", changes: [{ field: "containerId", before: "c1", after: null }] };
  expect(present({ ...container, after: { manifestId: null } })).toEqual(detached);
  expect(present({ ...container, after: { manifestId: "m2" } })).toEqual(detached);
  expect(present({ ...container, after: null })).toEqual(detached);
  expect(present({ subjectType: "visit", subjectId: "v1", after: null })).toMatchObject({ action: "detached" });
});
