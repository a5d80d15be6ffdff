import { createHash } from "node:crypto";

/**
 * The number of the container of an unidentified passage, made from what names the passage and from no time:
 * `UNIDENTIFIED-gate-1-9f86d081884c7d65`. Devices whose lanes have the same name never share one. `lane` is null where
 * no lane is known.
 */
export function passagePlaceholder(deviceId: string, lane: string | null, passageId: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([deviceId, lane, passageId]))
    .digest("hex");
  return ["UNIDENTIFIED", ...(lane === null ? [] : [lane]), digest.slice(0, 16)].join("-");
}

/** The id of what may not belong to a passage: numbers that are reported of the passage never name it. */
export const unsureId = (passageId: string): string => `${passageId.replace(/-unsure$/, "")}-unsure`;
