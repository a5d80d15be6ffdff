import type { Frame } from "../../cameras/frame.ts";
import { countLook, emptyCounts, type HourCounts, type Look } from "./day-counts.ts";
import type { DriftStore, PictureRole } from "./drift-store.ts";
import { encodeSmall, lookAtPicture } from "./look-at-picture.ts";

type Hour = {
  day: string;
  hour: number;
  counts: HourCounts;
  isSaved: boolean;
  /** Content of its picture; `none` until it has one. */
  picture: "none" | "empty" | "findings";
};

/** Day and hour by the clock of the place. */
export function placeOf(atMs: number): { day: string; hour: number } {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, "0");
  return { day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, hour: at.getHours() };
}

/** The counts of a camera's current hour, and a picture of it: the first one with a finding, else the first one. */
export function createHourBook(store: DriftStore, cameraId: string, role: () => PictureRole) {
  let current: Hour | null = null;
  const save = (): void => {
    if (!current || current.isSaved) return;
    store.saveHour(cameraId, current, current.counts);
    current.isSaved = true;
  };
  const hourAt = (atMs: number): Hour => {
    const place = placeOf(atMs);
    if (current?.day === place.day && current.hour === place.hour) return current;
    save();
    const counts = store.readHour(cameraId, place) ?? emptyCounts();
    return { ...place, counts, isSaved: true, picture: "none" };
  };
  const keepPicture = async (frame: Frame, hour: Hour, takenAtMs: number, hasFindings: boolean): Promise<void> => {
    const wanted = hasFindings ? "findings" : "empty";
    if (hour.picture === "findings" || hour.picture === wanted) return;
    hour.picture = wanted;
    const kept = role();
    // Several days make the reference: its pictures show a load where one of them did.
    const before = store.pictures(cameraId, kept).find((picture) => picture.hour === hour.hour);
    if (kept === "reference" && before?.hasFindings && !hasFindings) return;
    const jpeg = await encodeSmall(frame);
    store.savePicture(cameraId, kept, { hour: hour.hour, takenAtMs, hasFindings, jpeg });
  };
  return {
    /** Counts a look; resolves once its picture is kept, where it is wanted. */
    count(frame: Frame, found: Pick<Look, "isMoving" | "findings" | "isUnlike">, atMs: number): Promise<void> {
      current = hourAt(atMs);
      countLook(current.counts, { ...lookAtPicture(frame), ...found });
      current.isSaved = false;
      return keepPicture(frame, current, atMs, found.findings.length > 0);
    },
    save,
    forget(): void {
      current = null;
    },
  };
}
