import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { ContainerSource } from "../stations/container-numbers.ts";
import type { Times } from "../stations/passages/travel-times.ts";
import type { ConfigFile } from "./sections.ts";
import { pathOfSetting } from "./path-of-setting.ts";

export type LaneConfig = {
  id: string;
  container: ContainerSource;
  positions: readonly string[];
  /** Cameras that read the containers' numbers. */
  numberCameras: readonly string[];
  /** Settings for giving out decisions on its containers; undefined: none are given out. */
  verdict: VerdictSettings | undefined;
};

/** `file` is absolute. */
export type VerdictSettings = NonNullable<ConfigFile["lanes"][number]["verdict"]>;

/** The lanes with every default set. */
export function resolveLanes(lanes: ConfigFile["lanes"], folder: string): LaneConfig[] {
  return lanes.map(({ id, container, positions = [], verdict }) => ({
    id,
    verdict: verdict && { ...verdict, file: verdict.file && pathOfSetting(folder, verdict.file) },
    positions,
    container: resolveContainer(container),
    numberCameras: container.identified?.cameras ?? [],
  }));
}

/** Returns the source of the containers of a station in a lane. */
export function containerOfLane(lanes: readonly LaneConfig[], id: string | null): ContainerSource {
  const lane = lanes.find((other) => other.id === id);
  if (!lane) throw new Error(`the unknown lane ${id} passed the check`);
  return lane.container;
}

/** Returns the source of containers that the configuration specifies. */
export function resolveContainer({ fixed, identified }: ConfigFile["lanes"][number]["container"]): ContainerSource {
  if (identified) {
    const { expiresAfterMinutes, waitSeconds, ...order } = identified;
    const times = { expiresAfterMs: expiresAfterMinutes * 60_000, waitMs: waitSeconds * 1_000 };
    const { severalLoads, announcedAfterLoads } = order;
    return { kind: "identified", ...times, severalLoads, announcedAfterLoads };
  }
  const number = parseContainerNumber(fixed ?? "");
  if (!number) throw new Error("a container that is neither fixed nor identified passed the schema");
  return { kind: "fixed", containerNumber: number.text };
}

/** The usual times until a vehicle comes to a station, as far as the configuration states them. */
export const usualTimesOf = ({
  afterNumberSeconds,
  afterOthersSeconds,
}: ConfigFile["stations"][number]["arrival"]): Times => ({
  sinceNumberMs: afterNumberSeconds === undefined ? null : afterNumberSeconds * 1_000,
  sinceLeftMs: afterOthersSeconds === undefined ? null : afterOthersSeconds * 1_000,
});
