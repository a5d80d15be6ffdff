import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { FleetFaults } from "@container-inspection/shared-schemas/fleet-faults";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { t } from "@lingui/core/macro";
import type { Tone } from "../ui/chip.tsx";
import { wordOf } from "../language/words.ts";

export type CameraFault = FleetFaults["faultyCameras"][number];

/** Condition of a camera: a word, its start, and its reason. */
export type Condition = { tone: Tone; word: string; since?: string; why?: string | undefined };

/** A picture up to this age is live. */
const LIVE_MS = 15_000;

/**
 * Returns the condition of a camera from its device, its reported fault and its newest picture of the age `ageMs`;
 * undefined if nothing is known.
 */
export function conditionOf(
  { silentSince }: Pick<Camera, "silentSince">,
  fault: CameraFault | undefined,
  shown: LivePicture | undefined,
  ageMs: number,
): Condition | undefined {
  if (silentSince) return { tone: "bad", word: t`silent`, since: silentSince };
  if (fault) return { tone: "bad", word: wordOf(fault.fault), since: fault.since, why: fault.reason ?? undefined };
  const { reason, message: why } = shown?.absence ?? {};
  if (reason === "silent") return { tone: "bad", word: t`silent`, why };
  if (shown?.picture && ageMs <= LIVE_MS && reason !== "camera") return { tone: "good", word: t`live` };
  return shown && { tone: "neutral", word: t`no live picture`, why };
}

/** The condition of a camera that is down: it has a fault, and gives no picture. */
export const downOf = (condition: Condition | undefined, picture: unknown): Condition | undefined =>
  condition?.tone === "bad" && !picture ? condition : undefined;

/** The reason why no newer picture comes, as far as it is known: the request failed, or the service states it. */
export const whyNone = (shown: LivePicture | undefined, problem: string | undefined): string | undefined =>
  problem ?? shown?.absence?.message;

/** Returns true if an admin or a technician should check the camera. */
export const needsAttention = ({ silentSince, drift }: Camera, fault: CameraFault | undefined): boolean =>
  silentSince !== null || drift !== null || fault !== undefined;
