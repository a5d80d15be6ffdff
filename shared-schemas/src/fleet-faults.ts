import { z } from "zod";
import { datetime } from "./primitives.ts";

/** Current faults at the gates. */
export const fleetFaults = z
  .object({
    silentDevices: z
      .array(z.object({ id: z.string(), name: z.string(), silentSince: datetime }))
      .describe("edge devices that are silent, the longest first; at most 200"),
    faultyCameras: z
      .array(
        z.object({
          cameraId: z.string(),
          name: z.string().nullable(),
          deviceId: z.string(),
          fault: z.string().describe("`down`, `dark`, `frozen`, `blurred` or `turned`"),
          reason: z.string().nullable().describe("why it is down"),
          since: datetime,
        }),
      )
      .describe("cameras that were reported as faulty and have not recovered, the longest first; at most 200"),
    lowDisks: z
      .array(z.object({ id: z.string(), name: z.string(), since: datetime }))
      .describe("edge devices whose disk, or the space of their queue, is nearly full, the longest first; at most 200"),
    wrongClocks: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          skewMs: z.int().nullable().describe("how far its clock is ahead; negative when it is behind; null: unknown"),
          since: datetime,
        }),
      )
      .describe("edge devices whose clock is off by more than a minute, the longest first; at most 200"),
  })
  .meta({ id: "FleetFaults" });
export type FleetFaults = z.infer<typeof fleetFaults>;
