import type { AgentConfig } from "../config/config.ts";
import type { CaptureStore, HeldScan } from "../stations/capture.ts";
import { passagePlaceholder, unsureId } from "../stations/passages/placeholder-number.ts";

type Stations = { stations: readonly Pick<AgentConfig["stations"][number], "id" | "camera" | "evidence">[] };
type Parts = {
  config: Stations & { device: Pick<AgentConfig["device"], "id"> };
  held: readonly HeldScan[];
  store: Pick<CaptureStore, "assignNumber">;
};

/** Returns the station that continues with a camera's captures from before the start. */
export const ownerOf = ({ stations }: Stations, cameraId: string) =>
  stations.find(({ camera, evidence }) => camera === cameraId || evidence.cameras.includes(cameraId));

/** Names scans that waited for a number at a camera that no station has any longer, and of which no lane is known. */
export function nameForgotten({ config, held, store }: Parts): void {
  for (const { id, cameraId, passageId } of held) {
    if (ownerOf(config, cameraId)) continue;
    const unsure = unsureId(passageId ?? id);
    store.assignNumber(id, passagePlaceholder(config.device.id, null, unsure), unsure);
  }
}
