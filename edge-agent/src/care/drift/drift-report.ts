import type { CameraDriftBody } from "@container-inspection/shared-schemas/camera-drift";
import { clipText } from "../../base/clip-text.ts";
import type { CameraState, KeptPicture } from "./drift-store.ts";

/** Hours whose pictures are sent, each as it was and as it is. */
const MAX_HOURS = 3;
const MAX_CLASSES = 10;
/** The cloud takes no longer ones. */
const MAX_NAME_LENGTH = 200;
const MAX_CLASS_LENGTH = 100;
/** Older pictures do not show the drift. */
const MAX_AGE_MS = 3 * 24 * 3_600_000;

type ReportParts = {
  state: CameraState;
  model: { name: string; version: string };
  classes: readonly { className: string; reference: number; now: number }[];
  pictures: { reference: readonly KeptPicture[]; now: readonly KeptPicture[] };
  nowMs: number;
};

/** Builds the report for the cloud when a camera's drifting measures have changed; without any, the drift has ended. */
export function makeReport({ state, model, classes, pictures, nowMs }: ReportParts): CameraDriftBody {
  const drifting = state.measures.filter(({ isDrifted }) => isDrifted);
  const isOfClasses = drifting.some(({ measure }) => measure === "classes" || measure === "missing");
  return {
    model_name: clipText(model.name, MAX_NAME_LENGTH) ?? "",
    model_version: clipText(model.version, MAX_NAME_LENGTH) ?? "",
    measures: drifting.map(({ measure, reference, now, day, since }) => ({
      measure,
      reference: round(reference),
      now: round(now),
      since: since ?? day,
      day,
    })),
    classes: (isOfClasses ? classes.slice(0, MAX_CLASSES) : []).map(({ className, reference, now }) => ({
      class_name: clipText(className, MAX_CLASS_LENGTH) ?? "unnamed",
      reference: round(reference),
      now: round(now),
    })),
    pictures: drifting.length === 0 ? [] : choosePictures(pictures, nowMs),
  };
}

/** Pairs reference and current pictures of the same hours, first those hours at which both show a finding. */
function choosePictures({ reference, now }: ReportParts["pictures"], nowMs: number): CameraDriftBody["pictures"] {
  const pairs = now.flatMap((picture) => {
    const before = reference.find(({ hour }) => hour === picture.hour);
    return before && nowMs - picture.takenAtMs <= MAX_AGE_MS ? [{ before, picture }] : [];
  });
  const rank = ({ before, picture }: (typeof pairs)[number]) =>
    Number(before.hasFindings) + Number(picture.hasFindings);
  const chosen = pairs.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_HOURS);
  return chosen
    .toSorted((a, b) => a.picture.hour - b.picture.hour)
    .flatMap(({ before, picture }) => [describe("reference", before), describe("now", picture)]);
}

const describe = (shows: "reference" | "now", { takenAtMs, jpeg }: KeptPicture) => ({
  shows,
  taken_at: new Date(takenAtMs).toISOString(),
  image: jpeg.toString("base64"),
});

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
