import { expect, test } from "vitest";
import { passagePlaceholder } from "../stations/passages/placeholder-number.ts";
import { nameForgotten } from "./name-forgotten.ts";

test("scans of cameras that no station has any longer have one placeholder for each passage", () => {
  const held = (id: string, cameraId: string, passageId: string | null) =>
    ({ id, kind: "category-scan", cameraId, capturedAtMs: 0, passageId }) as const;
  const named: string[] = [];
  nameForgotten({
    config: {
      device: { id: "box-1" },
      stations: [{ id: "gate-1", camera: "top", evidence: { cameras: ["left"] } }],
    },
    held: [
      held("scan", "removed", "one"),
      held("photo", "removed-too", "one"),
      held("other", "removed", null),
      held("top", "top", "two"),
      held("left", "left", "two"),
    ],
    store: { assignNumber: (id, number, passageId) => named.push(`${id} ${number} ${passageId}`) > 0 },
  });
  const [one, other] = ["one-unsure", "other-unsure"].map((id) => passagePlaceholder("box-1", null, id));
  expect(named).toEqual([`scan ${one} one-unsure`, `photo ${one} one-unsure`, `other ${other} other-unsure`]);
});
