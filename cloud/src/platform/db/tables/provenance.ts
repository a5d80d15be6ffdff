// What shows whether records of devices are complete and unchanged: signing keys, hash chains, and breaks in them.
import type { ChainBreak, ChainedRecordKind, RecordProvenance } from "@container-inspection/shared-schemas/provenance";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";
import { edgeDevices } from "./fleet.ts";

/** Keys with which devices sign their records. A key outlives its device, so that its signatures can be verified. */
export const signingKeys = pgTable(
  "signing_keys",
  {
    id: text("id").primaryKey(),
    deviceId: text("device_id").notNull(),
    /** The 32 bytes of the Ed25519 key, base64. */
    publicKey: text("public_key").notNull(),
    /** SHA-256 of these bytes. */
    fingerprint: text("fingerprint").notNull(),
    registeredAt: time("registered_at").notNull(),
    replacedAt: time("replaced_at"),
  },
  (table) => [
    index("signing_keys_device").on(table.deviceId, table.registeredAt),
    uniqueIndex("signing_keys_current")
      .on(table.deviceId)
      .where(sql`replaced_at is null`),
  ],
);

/**
 * Names of devices (`device_id`) and cameras (`camera_id`): each belongs to the first device with its own key that
 * used it.
 */
export const claimedNames = pgTable(
  "claimed_names",
  {
    kind: text("kind").$type<"device" | "camera">().notNull(),
    name: text("name").notNull(),
    edgeDeviceId: text("edge_device_id")
      .notNull()
      .references(() => edgeDevices.id, { onDelete: "cascade" }),
    claimedAt: time("claimed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] }), index("claimed_names_device").on(table.edgeDeviceId)],
);

/** The place of each record on the chain of its camera, as the device sent it. */
export const recordLinks = pgTable(
  "record_links",
  {
    /** A scan, or evidence. */
    recordId: text("record_id").primaryKey(),
    kind: text("kind").$type<ChainedRecordKind>().notNull(),
    deviceId: text("device_id").notNull(),
    cameraId: text("camera_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    recordSha256: text("record_sha256").notNull(),
    previousSha256: text("previous_sha256"),
    /** The hashed text. */
    chainText: text("chain_text").notNull(),
    signature: text("signature"),
    signatureState: text("signature_state").$type<RecordProvenance["signature"]>().notNull(),
    /** The fingerprint of the key that verified it. */
    signingKey: text("signing_key"),
    /** The device whose key the request carried, or that signs with the shared key under this name. */
    edgeDeviceId: text("edge_device_id"),
    /** The device whose own key the request carried; null with the shared key. A chain has one. */
    keyDeviceId: text("key_device_id"),
    /** True if another device with its own key uses this `device_id`. */
    isForeign: boolean("is_foreign").notNull().default(false),
    receivedAt: time("received_at").notNull(),
    /** Time at which the record counts as taken. */
    takenAt: time("taken_at").notNull(),
    /** False until the previous record has arrived. */
    isLinked: boolean("is_linked").notNull(),
  },
  (table) => [
    index("record_links_hash").on(table.recordSha256),
    index("record_links_previous").on(table.previousSha256),
    index("record_links_device").on(table.edgeDeviceId, table.receivedAt),
    index("record_links_taken").on(table.edgeDeviceId, table.takenAt),
    index("record_links_chain").on(table.deviceId, table.cameraId, table.kind, table.sequence),
    index("record_links_unlinked")
      .on(table.receivedAt)
      .where(sql`not is_linked`),
  ],
);

/** Problems that a sender has, whatever the record: each is open once until it is closed. */
const SENDER_PROBLEMS = sql.raw("('missing-signature', 'invalid-signature', 'foreign-device')");

/** Breaks in a chain, or faults in the signatures of a device. */
export const chainBreaks = pgTable(
  "chain_breaks",
  {
    id: text("id").primaryKey(),
    problem: text("problem").$type<ChainBreak["problem"]>().notNull(),
    edgeDeviceId: text("edge_device_id"),
    /** The device whose own key the request carried; null with the shared key. */
    keyDeviceId: text("key_device_id"),
    deviceId: text("device_id").notNull(),
    cameraId: text("camera_id").notNull(),
    kind: text("kind").$type<ChainedRecordKind>().notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** The record that shows it. */
    recordId: text("record_id").notNull(),
    detectedAt: time("detected_at").notNull(),
    /** Time at which the missing record arrived, or the signatures were valid again. */
    closedAt: time("closed_at"),
  },
  (table) => [
    uniqueIndex("chain_breaks_record").on(table.recordId, table.problem),
    index("chain_breaks_device").on(table.edgeDeviceId, table.id),
    index("chain_breaks_open")
      .on(table.deviceId, table.problem)
      .where(sql`closed_at is null`),
    // With the shared key, the sender is whom it names.
    uniqueIndex("chain_breaks_senders")
      .on(table.problem, table.keyDeviceId)
      .where(sql`closed_at is null and problem in ${SENDER_PROBLEMS} and key_device_id is not null`),
    uniqueIndex("chain_breaks_signatures")
      .on(table.deviceId, table.problem)
      .where(sql`closed_at is null and problem in ${SENDER_PROBLEMS} and key_device_id is null`),
  ],
);
