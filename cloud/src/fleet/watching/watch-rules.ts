import type { AbsenceReason, LivePicture } from "@container-inspection/shared-schemas/live-pictures";

/** The operation that takes pictures; its idempotency keys are stored under it. */
export const LIVE_PICTURE_ROUTE = "recordLivePictureV1";

/** A user's request keeps a camera watched for this long, and a request that waits renews it. */
export const LEASE_MS = 9_000;
/** Interval in ms after which a lost notification, or the end of a lease, is noticed. */
export const TICK_MS = 1_500;
/** A picture older than this is not shown. */
const SHOWN_MS = 30_000;
/** Age in ms of the newest picture above which the reply reports that it waits for the device. */
const FRESH_MS = 10_000;
/** A device sends a heartbeat every 30 s, and waits for changes in between. */
const SILENT_MS = 120_000;
/** Reports on one camera that each process takes per second. */
export const REPORTS_PER_SECOND = 10;
/** Cameras that one user may watch at the same time on each process. */
export const MAX_CAMERAS_PER_USER = 16;

const messages: Record<AbsenceReason, string> = {
  "no-device": "No device reports this camera. Its device must send heartbeats that list it.",
  silent: "The device of this camera is silent. Pictures continue when it is connected again.",
  unsupported: "The agent on the device of this camera is too old to send live pictures. Update it.",
  disabled: "Live pictures are disabled in the configuration of the device (watching.enabled).",
  camera: "The camera delivers no pictures to its device. Administrators see the state of the camera under Devices.",
  deliveries: "The device delivers its stored records first. Pictures continue after that.",
  waiting: "Waiting for a picture from the device.",
};

const absenceOf = (reason: AbsenceReason) => ({ reason, message: messages[reason] });

/** A reply without a picture, and the reason. */
export function withoutPicture(reason: AbsenceReason): LivePicture {
  return { version: "0", picture: null, absence: absenceOf(reason) };
}

/**
 * Returns the reason why a device will send no picture, whatever the request; undefined if it may send one.
 */
export function whyNone(
  device: { lastSeenAt: Date | null; silentSince: Date | null; watchingEnabled: boolean | null } | undefined,
  nowMs: number,
): AbsenceReason | undefined {
  if (!device) return "no-device";
  const isSilent = device.silentSince !== null || nowMs - (device.lastSeenAt?.getTime() ?? 0) > SILENT_MS;
  if (isSilent) return "silent";
  if (device.watchingEnabled === null) return "unsupported";
  return device.watchingEnabled ? undefined : "disabled";
}

/** The newest report about a watched camera, as it is stored. */
type Report = {
  version: number;
  image: string | null;
  details: Pick<NonNullable<LivePicture["picture"]>, "width" | "height" | "boxes"> | null;
  takenAt: Date | null;
  absence: "camera" | "deliveries" | null;
};

/** Returns the picture of a watched camera, according to the newest report of its device. */
export function presentPicture(report: Report | undefined, nowMs: number): LivePicture {
  if (!report) return withoutPicture("waiting");
  const picture = pictureOf(report, nowMs);
  const isFresh = picture !== null && picture.ageMs <= FRESH_MS;
  const reason = report.absence ?? (isFresh ? undefined : "waiting");
  return {
    version: String(report.version),
    picture,
    absence: reason === undefined ? null : absenceOf(reason),
  };
}

function pictureOf({ image, details, takenAt }: Report, nowMs: number): LivePicture["picture"] {
  if (image === null || details === null || takenAt === null) return null;
  const ageMs = Math.max(0, nowMs - takenAt.getTime());
  return ageMs > SHOWN_MS ? null : { image, takenAt: takenAt.toISOString(), ageMs, ...details };
}
