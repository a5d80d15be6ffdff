/** Where the container number of a station's scans comes from. */
export type ContainerSource =
  | { kind: "fixed"; containerNumber: string }
  | { kind: "identified"; expiresAfterMs: number; waitMs: number };

/** A container number that was announced for a station. */
export type Announcement = { containerNumber: string; announcedAtMs: number };

/**
 * Which container stands at one station: always the same, or the one announced last, until another is announced or it
 * expires. Wall-clock milliseconds; an announcement from the future (the clock was set back) counts as fresh.
 */
export function createContainerAtStation(source: ContainerSource, before: Announcement | null) {
  let announced = before;
  return {
    source,
    /** Undefined while no number is known. */
    current(nowMs: number): string | undefined {
      if (source.kind === "fixed") return source.containerNumber;
      return announced && nowMs - announced.announcedAtMs < source.expiresAfterMs
        ? announced.containerNumber
        : undefined;
    },
    announce(announcement: Announcement): void {
      announced = announcement;
    },
    announcement: (): Announcement | null => announced,
  };
}
export type ContainerAtStation = ReturnType<typeof createContainerAtStation>;

/**
 * The number of a scan of an unidentified container: one per load, so that an operator can correct each of them later.
 * `UNIDENTIFIED-gate-1-20261018-101500` (UTC).
 */
export function placeholderNumber(stationId: string, capturedAtMs: number): string {
  const [date = "", time = ""] = new Date(capturedAtMs).toISOString().split("T");
  return `UNIDENTIFIED-${stationId}-${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
