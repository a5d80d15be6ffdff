import type { JudgedSender } from "../inspection/provenance/record-link.ts";
import type { EdgeRecord } from "./read-record.ts";

/** The passage that a record states: one vehicle through one gate lane of its device. */
export type SentPassage = { deviceId: string; passageId: string; position: string | null };

/** A record with its passage, null without one. */
export type SentRecord = EdgeRecord & { passage: SentPassage | null };

/**
 * The passage of an edge write; null where it states none, or no device, or the name of another device: nothing that a
 * foreign device sends may join the passages of the one that it names.
 */
export function passageOf(
  body: Pick<EdgeRecord["body"], "device_id" | "passage_id" | "passage_position">,
  { isForeign }: { isForeign: boolean },
): SentPassage | null {
  const { device_id: deviceId, passage_id: passageId, passage_position: position = null } = body;
  return deviceId === undefined || passageId === undefined || isForeign ? null : { deviceId, passageId, position };
}

/** True of a record whose device has sent the name of another one. */
export const isFromForeign = ({ link, foreign }: JudgedSender): boolean =>
  foreign !== undefined || link?.isForeign === true;
