import type { StationPassages } from "./passages/station-passages.ts";

/** The container of a picture that a person scans, and the passage that it belongs to. */
export type ManualName = {
  containerNumber: string;
  passageId: string | undefined;
  passagePosition: string | undefined;
};

/**
 * Names a picture that a person scans at a station's camera. With a number, it belongs to the vehicle in the lane only
 * if that is its number. Without one, it is a single picture of the lane, and has the number, or the placeholder, that
 * such a picture of the station would have.
 */
export function nameManualScan(
  containerNumber: string | undefined,
  { passages, loadId, atMs }: { passages: StationPassages; loadId: string; atMs: number },
): ManualName {
  const { position } = passages;
  if (containerNumber !== undefined) {
    const passageId = passages.newestOf(containerNumber) ?? undefined;
    return { containerNumber, passageId, passagePosition: passageId === undefined ? undefined : position };
  }
  passages.see({ id: loadId, fromMs: atMs, toMs: atMs, isVisit: false, isOver: true });
  const naming = passages.name(loadId);
  if (naming?.passageId === undefined) {
    return { containerNumber: naming?.containerNumber ?? "", passageId: undefined, passagePosition: undefined };
  }
  const { passageId } = naming;
  return {
    containerNumber: naming.containerNumber ?? passages.placeholder(passageId),
    passageId,
    passagePosition: position,
  };
}
