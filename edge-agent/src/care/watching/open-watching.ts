import type { AgentConfig } from "../../config/config.ts";
import type { PictureShelf } from "./picture-shelf.ts";
import { type RunningWatching, startWatching } from "./start-watching.ts";

type Handed = Omit<Parameters<typeof startWatching>[0], "deviceId" | "settings" | "shelf">;

/** Sends pictures to users who watch cameras, unless that is disabled. */
export function openWatching({
  config,
  pictures,
  ...parts
}: Handed & { config: AgentConfig; pictures: PictureShelf }): RunningWatching {
  const { enabled, ...settings } = config.watching;
  if (!enabled) return { status: () => ({ enabled, cameras: [], picturesSent: 0 }), stop: () => Promise.resolve() };
  return startWatching({ ...parts, deviceId: config.device.id, settings, shelf: pictures });
}
