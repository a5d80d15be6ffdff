import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { insertPushDeliveries, pushStore } from "../push/push-delivery-store.ts";

const { db } = await createTestDatabase();

test("an attempt that another process has recorded changes nothing, unless it has delivered", async () => {
  const id = "01b0aa";
  const notice = { deviceId: "d", userId: "u", kind: "escalation", title: "t", body: "b", data: {}, collapseKey: id };
  await insertPushDeliveries(db, [{ ...notice, id, noticeId: id, status: "pending", createdAt: new Date(0) }]);
  const record = (status: "pending" | "failed" | "sent") =>
    pushStore.recordAttempt(db, { id, attempts: 0 }, { status });
  expect([await record("pending"), await record("failed")]).toEqual([true, false]);
  expect(await pushStore.find(db, id)).toMatchObject({ status: "pending", attempts: 1 });
  expect([await record("sent"), await record("sent"), await record("failed")]).toEqual([true, false, false]);
  expect(await pushStore.find(db, id)).toMatchObject({ status: "sent", attempts: 2 });
});
