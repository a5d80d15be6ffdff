import { expect, test } from "vitest";
import { driftCapture, eventsCapture, openTestOutbox, temporaryFolder } from "../outbox/testing/captures.ts";
import { chooseRecords } from "./choose-records.ts";
import { resolveLimits } from "./link/limits.ts";
import { createPauses } from "./pauses.ts";

test("of each camera one report of drift is on its way: a later one must not overtake it; its events go beside it", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const pauses = createPauses(clock, resolveLimits({ concurrency: 8 }), () => 1);
  const payload = { model_name: "", model_version: "", measures: [], classes: [], pictures: [] };
  const drifts = ["gate-1", "gate-1", "gate-2"].map((cameraId) => driftCapture({ cameraId, payload }));
  for (const drift of drifts) outbox.insert(drift);
  const events = eventsCapture(2, { cameraId: "gate-1" });
  outbox.insert(events);
  const choose = (inFlight: ReturnType<typeof chooseRecords>) =>
    chooseRecords(outbox, pauses, { inFlight, restingCameraIds: [] });
  const first = choose([]);
  expect(first.map(({ id }) => id).toSorted()).toEqual([drifts[0]!.id, drifts[2]!.id, events.id].toSorted());
  expect(choose(first)).toEqual([]);
  outbox.acknowledge(drifts[0]!.id);
  expect(choose(first.filter(({ id }) => id !== drifts[0]!.id)).map(({ id }) => id)).toEqual([drifts[1]!.id]);
});
