import { edgeId } from "@container-inspection/shared-schemas/primitives";
import { z } from "zod";
import { pollChanges } from "../../forwarding/loops/poll-changes.ts";

const watched = z.object({ cameras: z.array(edgeId), version: z.string() });
type Parts = Omit<Parameters<typeof pollChanges>[0], "data" | "what" | "onReply" | "onFailure"> & {
  onCameras: (cameraIds: readonly string[]) => void;
};

/**
 * Asks the cloud which cameras users watch until it is stopped. `onCameras` gets each reply, and an empty list when
 * the cloud cannot be asked. Never throws.
 */
export function pollWatched({ onCameras, ...parts }: Parts): ReturnType<typeof pollChanges> {
  return pollChanges({
    ...parts,
    data: watched,
    what: "watched cameras",
    onReply: ({ cameras }) => onCameras(cameras),
    onFailure: () => onCameras([]),
  });
}
