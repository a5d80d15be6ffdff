import { z } from "zod";
import { containerStatus } from "./containers.ts";
import { messageId } from "./object-id.ts";
import { matchLane } from "./manifest-match.ts";
import { datetime, edgeId, lineOrEmpty, orNull } from "./primitives.ts";

/** Current decision on a container that a device has scanned. */
export const edgeVerdict = z
  .object({
    visitId: messageId.describe("the visit that the scans belong to"),
    containerId: messageId,
    containerNumber: lineOrEmpty(100),
    cameraIds: z.array(edgeId).describe("the cameras of the device that scanned it"),
    verdict: containerStatus.describe(
      "the status of the visit; `HELD` as long as a decision to hold the container stands",
    ),
    lane: orNull(matchLane)
      .optional()
      .describe("of all pictures and papers of the visit; null while nothing was judged, absent from older services"),
    scanId: messageId.describe("the one of these scans that was taken last"),
    scannedAt: datetime.describe("when it arrived"),
    takenAt: datetime.describe("when it was taken; where the clock of its device is far off, when it arrived"),
  })
  .meta({ id: "EdgeVerdict" });
export type EdgeVerdict = z.infer<typeof edgeVerdict>;

export const edgeVerdictsData = z.object({
  verdicts: z
    .array(edgeVerdict)
    .describe("of the visits in the newest scans of the device, the scan that was taken first comes first"),
  version: z.string().describe("changes with the list"),
});
