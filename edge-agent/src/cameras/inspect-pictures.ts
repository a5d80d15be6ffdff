import { createHash } from "node:crypto";
import { createGreyFinish } from "./finish-grey.ts";
import { createMotionGate, GREY_WIDTH_PIXELS } from "./motion-gate.ts";
import type { MotionSettings } from "./motion-gate.ts";
import { createPictureHealth, HEALTH_WIDTH_PIXELS } from "./picture-health.ts";
import type { PictureFault, PictureHealthSettings } from "./picture-health.ts";
import type { PrivacyZone } from "./privacy-zones.ts";
import { openReferenceFile } from "./reference-file.ts";
import type { Look } from "./source.ts";
import type { Turn } from "./turn-picture.ts";

/** Inspection of a camera's small grey pictures for motion and picture faults. */
export type Inspection = {
  /** Undefined when nothing is looked for. */
  look: Look | undefined;
  setIdle(isIdle: boolean): void;
  forgetView(): void;
  state(): { quiet: boolean; faults: PictureFault[] };
};

type InspectionParts = {
  motion: MotionSettings | undefined;
  health: (PictureHealthSettings & { referenceFile?: string | undefined }) | undefined;
  /** Settings that determine the view of the camera; after a change, its reference picture is learned again. */
  setUp: { url: string; rotate: Turn; privacyZones: readonly PrivacyZone[] };
  /** A picture was captured that is not worth handing on: the camera is well. */
  onSkip: () => void;
  onWarning: (message: string) => void;
};

/** Inspects the pictures of one camera before they are converted, for the requested checks. */
export function createInspection({ motion, health, setUp, onSkip, onWarning }: InspectionParts): Inspection {
  const gate = motion && createMotionGate(motion);
  const watch = health && createPictureHealth(health, openMemory(health.referenceFile, setUp, onWarning));
  const finish = createGreyFinish(setUp.rotate, setUp.privacyZones);

  const look: Look = async (ptsMs, copyGrey) => {
    const copy = async (width: number) => finish(await copyGrey(width));
    if (watch?.isDue(ptsMs)) watch.observe(await copy(HEALTH_WIDTH_PIXELS), ptsMs);
    const passes = !gate || (gate.isDue(ptsMs) && gate.admits(await copy(GREY_WIDTH_PIXELS), ptsMs));
    if (!passes) onSkip();
    return passes;
  };
  return {
    look: gate || watch ? look : undefined,
    setIdle: (isIdle) => gate?.setIdle(isIdle),
    forgetView: () => watch?.forgetView(),
    state: () => ({ quiet: gate !== undefined && !gate.isOpen(), faults: watch?.faults() ?? [] }),
  };
}

/** The reference picture in its file; a disk that does not take it costs only the memory of it. */
function openMemory(
  name: string | undefined,
  { url, rotate, privacyZones }: InspectionParts["setUp"],
  onWarning: (message: string) => void,
) {
  if (name === undefined) return { scenes: [], save: () => {} };
  const file = openReferenceFile(
    name,
    createHash("sha256")
      .update(JSON.stringify([place(url), rotate, privacyZones]))
      .digest("hex"),
  );
  return {
    scenes: file.scenes,
    save(scenes: typeof file.scenes) {
      try {
        file.save(scenes);
      } catch (error) {
        onWarning(`the reference picture cannot be kept: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** The URL without its credentials: another password shows the same picture. */
function place(url: string): string {
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return parsed.href;
}
