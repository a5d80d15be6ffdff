import { expect, test } from "vitest";
import { createTestDatabase } from "../../platform/db/testing.ts";
import { deletePushDeliveries, findPushDeliveries, insertPushDeliveries } from "./push-delivery-store.ts";

const { db } = await createTestDatabase();

test("of old deliveries the oldest are forgotten first, no more at once than asked for, and newer ones stay", async () => {
  const ids = ["01a0aa", "01a0bb", "01a0cc", "01a1dd"];
  const written = { deviceId: "d", userId: "u", kind: "escalation", title: "t", body: "b", data: {} } as const;
  const deliveries = ids.map((id) => ({ ...written, id, noticeId: id, collapseKey: id, status: "sent" as const }));
  await insertPushDeliveries(
    db,
    deliveries.map((delivery) => ({ ...delivery, createdAt: new Date() })),
  );
  const left = async () => (await findPushDeliveries(db, { limit: 10 })).map(({ id }) => id);
  await deletePushDeliveries(db, { beforeId: "01a1", limit: 2 });
  expect(await left()).toEqual(["01a1dd", "01a0cc"]);
  await deletePushDeliveries(db, { beforeId: "01a1", limit: 2 });
  expect(await left()).toEqual(["01a1dd"]);
});
