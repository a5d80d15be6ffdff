import { z } from "zod";
import { datetime, timestamp } from "./primitives.ts";

/** Each camera has a separate chain for each kind of record. */
export const chainedRecordKind = z.enum(["category", "defect", "illegal", "evidence"]);
export type ChainedRecordKind = z.infer<typeof chainedRecordKind>;

/** Evidence that a record comes unchanged and in order from its device. */
export const recordProvenance = z
  .object({
    signature: z
      .enum(["signed", "unsigned", "missing", "invalid"])
      .describe(
        "`signed`: by a key that was registered for the device at the capture. `unsigned`: the device had no registered key. " +
          "`missing`: it had one, and the record has no signature. `invalid`: the signature is of no key registered then",
      ),
    chain: z
      .enum(["ok", "waiting", "gap", "fork", "replay", "foreign-device"])
      .describe(
        "`ok`: follows the previous record of its camera, or begins a chain. `waiting`: the previous record has not arrived. " +
          "`gap`: nor has it after 15 minutes. `fork`: another record follows the same one. `replay`: recorded before. " +
          "`foreign-device`: its `device_id` is that of another device, which has a key of its own",
      ),
    sequence: z.int(),
    recordSha256: z.string(),
    signingKey: z.string().nullable().describe("fingerprint of the key that signed it"),
    replaces: z
      .object({ recordId: z.string(), sequence: z.int() })
      .nullable()
      .describe(
        "of the first record of new hardware: the last record of the hardware that it replaces, which it follows; " +
          "null for all other records",
      ),
  })
  .meta({ id: "RecordProvenance" });
export type RecordProvenance = z.infer<typeof recordProvenance>;

/** A place where a chain, or the signatures of a device, are not as they should be. */
export const chainBreak = z
  .object({
    id: z.string(),
    problem: z
      .enum(["gap", "fork", "replay", "restart", "missing-signature", "invalid-signature", "foreign-device"])
      .describe(
        "`restart`: a chain begins again, as with a new data folder. `foreign-device`: the device sent the `device_id` of another one. " +
          "A device without valid signatures, or with a foreign `device_id`, is listed once, until it sends a valid record",
      ),
    deviceId: z.string().describe("the `device_id` of the record"),
    cameraId: z.string(),
    kind: chainedRecordKind,
    sequence: z.int().describe("0 for a record without a chain"),
    recordId: z.string().describe("the record that shows it; of a gap, the one after the missing records"),
    detectedAt: datetime,
    closedAt: datetime.nullable().describe("when the missing record arrived, or the signatures were valid again"),
  })
  .meta({ id: "ChainBreak" });
export type ChainBreak = z.infer<typeof chainBreak>;

/** Selects the records of an exported chain by the time of their arrival. */
export const exportChainQuery = z.object({
  from: timestamp.optional().describe("only records that arrived at this time or later"),
  to: timestamp.optional().describe("only records that arrived before this time"),
});

/** One line of an exported chain; the first line has the keys. */
export type ChainLine = {
  recordId: string;
  edgeDeviceId: string | null;
  /** The device whose own key delivered it; null with the shared key. */
  keyDeviceId: string | null;
  isForeign: boolean;
  kind: ChainedRecordKind;
  deviceId: string;
  cameraId: string;
  sequence: number;
  previousSha256: string | null;
  recordSha256: string;
  chainText: string | null;
  signature: string | null;
  receivedAt: string;
};

export const MAX_SHOWN_BREAKS = 50;
