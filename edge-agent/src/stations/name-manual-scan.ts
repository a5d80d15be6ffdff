import type { Logger } from "../base/logger.ts";
import type { StationPassages } from "./passages/station-passages.ts";

/** The container of a picture that a person scans, and the passage that it belongs to. */
export type ManualName = {
  containerNumber: string;
  passageId: string | undefined;
  passagePosition: string | undefined;
};

type ManualParts = {
  passages: StationPassages;
  loadId: string;
  atMs: number;
  cameraId: string;
  logger: Pick<Logger, "info">;
};

const OTHER_NUMBER =
  "a picture was scanned by hand under a number that is not known of the vehicle in the lane; it belongs to no passage";

/**
 * Names a picture that a person scans at a station's camera. With a number, it belongs to the vehicle in the lane only
 * if that is its number. Without one, it is a single picture of the lane, and has the number, or the placeholder, that
 * such a picture of the station would have; null where that is not known.
 */
export function nameManualScan(
  containerNumber: string | undefined,
  { passages, loadId, atMs, cameraId, logger }: ManualParts,
): ManualName | null {
  const { position } = passages;
  if (containerNumber !== undefined) {
    const passageId = passages.newestOf(containerNumber) ?? undefined;
    if (passageId === undefined) logger.info({ camera: cameraId, containerNumber }, OTHER_NUMBER);
    return { containerNumber, passageId, passagePosition: passageId === undefined ? undefined : position };
  }
  passages.see({ id: loadId, fromMs: atMs, toMs: atMs, isVisit: false, isOver: true });
  const naming = passages.name(loadId);
  if (!naming) return null;
  if (naming.passageId === undefined) return { ...naming, passagePosition: undefined };
  const { passageId } = naming;
  return {
    containerNumber: naming.containerNumber ?? passages.placeholder(passageId),
    passageId,
    passagePosition: position,
  };
}
