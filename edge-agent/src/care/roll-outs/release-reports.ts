import type { ReleaseReport, WantedRelease } from "@container-inspection/shared-schemas/releases";

/** Fields that identify a release. */
export type Named = Pick<WantedRelease, "releaseId" | "kind" | "name" | "version">;
export type ReleaseReports = ReturnType<typeof createReleaseReports>;

/** Keeps the progress of this device with each release, in memory: after a start, each is tried again. */
export function createReleaseReports(running: readonly Named[]) {
  const reports = new Map<string, ReleaseReport>();
  /** True where this is news. */
  const set = (
    { releaseId, kind, name, version }: Named,
    state: ReleaseReport["state"],
    reason: string | null = null,
  ): boolean => {
    const before = reports.get(releaseId);
    reports.set(releaseId, { releaseId, kind, name, version, state, reason, downloadedBytes: null });
    return before?.state !== state || before.reason !== reason;
  };
  for (const release of running) set(release, "running");
  return {
    set,
    stateOf: (releaseId: string) => reports.get(releaseId)?.state,
    /** Bytes of a release arrive: a failure before that is over. */
    progress(releaseId: string, downloadedBytes: number): void {
      const report = reports.get(releaseId);
      if (report) reports.set(releaseId, { ...report, state: "downloading", reason: null, downloadedBytes });
    },
    keepOnly(ids: ReadonlySet<string>): void {
      for (const id of reports.keys()) if (!ids.has(id)) reports.delete(id);
    },
    list: () => [...reports.values()],
  };
}
